/** For tests: shows a component, and acts as somebody who looks at it and uses it. */

import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';

let root: Root | undefined;

/** Shows a component in the document. */
export async function show(component: ReactNode): Promise<void> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  root = createRoot(document.body.appendChild(document.createElement('main')));
  await act(() => root?.render(component));
}

/** Takes it away again. */
export async function tidy(): Promise<void> {
  await act(() => root?.unmount());
  document.body.replaceChildren();
}

/** What is there to see, by selector. */
export const showing = (selector: string): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(selector),
];

/** Waits for all that was begun. */
export const settle = (): Promise<void> =>
  act(() => new Promise<void>((resolve) => setTimeout(resolve, 50)));

/** Presses the first element that a selector finds. */
export async function press(selector: string): Promise<void> {
  await act(() => showing(selector)[0]?.click());
  await settle();
}
