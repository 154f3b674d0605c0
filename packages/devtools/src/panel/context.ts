import { element } from '../inspector/element.ts';
import type { Entry } from '../inspector/entry.ts';
import { fill } from '../inspector/strings.ts';
import type { Recorder } from '../model/recorder.ts';
import type { PanelStrings } from './strings.ts';

/** Shared by the views of the panel. */
export interface PanelContext {
  readonly root: ShadowRoot;
  readonly recorder: Recorder;
  readonly strings: PanelStrings;
  /** Shows a message, which screen readers announce, and a button if the action can be undone. */
  announce(message: string, undo?: () => void): void;
  /** Shows the current entries and changes. */
  refresh(): void;
  /** Focuses an element by its `data-focus`, also if the filter hides it. */
  reveal(focus: string): void;
}

export type ViewName = 'entries' | 'timeline' | 'tools';

export interface View {
  readonly element: HTMLElement;
  /** Shows entries and changes whose key contains the filter. */
  update(entries: readonly Entry[], filter: string): void;
}

export const matches = ({ key }: { readonly key: string }, filter: string): boolean =>
  key.toLowerCase().includes(filter.toLowerCase());

/** Creates a button. Its name for screen readers includes the key that it acts on. */
export function createButton(
  { strings }: PanelContext,
  label: string,
  onClick: () => void,
  key?: string,
): HTMLButtonElement {
  const name = key === undefined ? label : fill(strings.actionOn, { action: label, key });
  const button = element('button', { type: 'button', 'aria-label': name }, label);
  button.addEventListener('click', onClick);
  return button;
}

/** Runs a function that replaces elements, and focuses the one with the same `data-focus` again. */
export function keepFocus({ root }: PanelContext, run: () => void): void {
  const focused = root.activeElement as HTMLElement | null;
  const scroller = focused?.closest<HTMLElement>('[role="tabpanel"]');
  const top = scroller?.scrollTop ?? 0;
  run();
  if (!focused?.dataset.focus || root.activeElement) return;
  const all = [...root.querySelectorAll<HTMLElement>('[data-focus]')];
  const same = all.find(({ dataset }) => dataset.focus === focused.dataset.focus);
  (same ?? scroller)?.focus({ preventScroll: true });
  if (scroller) scroller.scrollTop = top;
}
