import type React from 'react';
import { createContainer } from '../../../tests/library/contract/adapter-contract.ts';
import { createRoot } from './driver.ts';

export interface Page {
  render(element: React.ReactElement): void;
  unmount(): void;
  text(): string | null;
}

/** An element on the page, in a root of its own. */
export function open(element: React.ReactElement): Page {
  const container = createContainer();
  const root = createRoot(container);
  root.render(element);
  return { ...root, text: () => container.textContent };
}
