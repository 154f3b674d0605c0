import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, vi } from 'vitest';
import type { Chrome, Page } from '../app/data';
import { ChromeContext, PageContext } from '../shared/hooks/use-page-data';
import { sampleChrome, samplePage } from './samples';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
// jsdom doesn't implement matchMedia.
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

interface RenderOptions {
  readonly page?: Page | null;
  readonly chrome?: Chrome;
}

/** Renders components with their contexts, and returns the container. */
export function render(
  children: ReactNode,
  { page = samplePage(), chrome = sampleChrome() }: RenderOptions = {},
): HTMLElement {
  const container = document.body.appendChild(document.createElement('div'));
  root = createRoot(container);
  act(() =>
    root?.render(
      <ChromeContext value={chrome}>
        <PageContext value={page}>{children}</PageContext>
      </ChromeContext>,
    ),
  );
  return container;
}
