import type { ContentSelector } from '../../../../contracts/markup.gen';
import type { View } from '../../app/data';

const BLOCKS = ['ts', 'tsx', 'vue']
  .map((name) => `[data-language="${name}"]` satisfies ContentSelector)
  .join();

/** The code block around a target, if its language has types. */
export const blockOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(BLOCKS) : null;

/** The name of the file with the hovers of a view. */
export const hoversOf = (view: View): string | null =>
  view.kind === 'page' ? view.page.hovers : null;

/** Whether a target is the focusable code of such a block. */
export const isCode = (target: EventTarget | null): boolean =>
  target instanceof HTMLPreElement && blockOf(target) !== null;
