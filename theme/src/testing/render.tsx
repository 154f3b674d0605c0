import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, vi } from 'vitest';
import type { Chrome, Page } from '../app/data';
import { ChromeContext, PageContext } from '../shared/hooks/use-page-data';
import { sampleChrome, samplePage } from './samples';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
// jsdom has no media.
vi.stubGlobal('matchMedia', () => ({
  matches: false,
  addEventListener: () => {},
  removeEventListener: () => {},
}));

let root: Root | undefined;

afterEach(() => {
  act(() => root?.unmount());
  document.body.replaceChildren();
});

interface Surroundings {
  readonly page?: Page | null;
  readonly chrome?: Chrome;
}

/** Puts components on the page, in their surroundings, and returns the place. */
export function render(
  children: ReactNode,
  { page = samplePage(), chrome = sampleChrome() }: Surroundings = {},
): HTMLElement {
  const place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  act(() =>
    root?.render(
      <ChromeContext value={chrome}>
        <PageContext value={page}>{children}</PageContext>
      </ChromeContext>,
    ),
  );
  return place;
}
