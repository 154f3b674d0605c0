import type React from 'react';
import { createContainer } from '../../../tests/library/contract/mount.ts';
import { createRoot } from './driver.ts';

export interface Page {
  render(element: React.ReactElement): void;
  unmount(): void;
  text(): string | null;
}

/** Renders an element in its own root. */
export function open(element: React.ReactElement): Page {
  const container = createContainer();
  const root = createRoot(container);
  root.render(element);
  return { ...root, text: () => container.textContent };
}
