import type { ContentSelector } from '../../../../contracts/markup.gen';

/** Code blocks and boxes that can be run. */
export const RUNNABLE = '[data-run]' satisfies ContentSelector;

/** A box with a live sample. */
export const BOX = '.live' satisfies ContentSelector;

/** A box in a hero. Its sample starts automatically, in two tabs. */
export const SHOWCASE = '.hero .live';

/** A block in the grid of a hero. */
export const HERO_BLOCK = '.hero > [data-content] > *';

/** The button that runs it. */
export const RUN_BUTTON = '.live-run' satisfies ContentSelector;

/** The element above a panel: the block, or the group it belongs to. */
export const placeOf = (block: HTMLElement): HTMLElement =>
  block.closest<HTMLElement>('.code-group' satisfies ContentSelector) ?? block;

/** The block that a button belongs to. */
export const blockOf = (target: EventTarget | null): HTMLElement | null | undefined =>
  target instanceof Element
    ? target.closest(RUN_BUTTON)?.closest<HTMLElement>(RUNNABLE)
    : undefined;

/** The title of a block, or of its tab, or of the box. */
export function nameOf(block: HTMLElement): string {
  const title = block.querySelector(
    ':scope > .code-title, :scope > p > strong' satisfies ContentSelector,
  );
  return (title ?? block.previousElementSibling)?.textContent?.trim() ?? '';
}
