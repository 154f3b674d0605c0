import type { Card } from './card';
import type { Name } from './names';
import { speakText } from './text';

/** What is shown of the code after a name. */
const MARGIN_PX = 32;

type Step = (names: readonly Name[], from: number) => Name | undefined;

/** What keys do while the card of a focused block is open. */
export const STEPS: Readonly<Record<string, Step>> = {
  ArrowRight: (names, from) => names[from + 1],
  ArrowLeft: (names, from) => names[from - 1],
  ArrowDown: (names, from) => names.find(({ line }, i) => i > from && line !== names[from]?.line),
  ArrowUp: (names, from) => {
    const above = names.findLast(({ line }, i) => i < from && line !== names[from]?.line);
    return names.find(({ line }) => line === above?.line);
  },
  Home: (names) => names[0],
  End: (names) => names.at(-1),
};

/** Whether a key was pressed alone. */
export const isPlain = (event: KeyboardEvent): boolean =>
  !(event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.isComposing);

/** Steps through the names of a focused block: one stop for Tab, however many names it has. */
export interface KeyboardWatch {
  /** Enter opens the card where the reader was, or at the first name, and closes it. */
  toggle(names: readonly Name[]): void;
  /** Goes on to another name. Tells whether the key means that. */
  step(key: string, names: readonly Name[]): boolean;
}

export function watchKeyboard(card: Card, say: (text: string) => void): KeyboardWatch {
  let last: Name | undefined;

  const go = (name: Name | undefined): void => {
    if (name) {
      last = name;
      reveal(name);
      card.show(name, true);
      say(`${name.range}: ${speakText(name.text)}`);
    }
  };

  return {
    toggle(names) {
      if (card.name && names.includes(card.name)) {
        card.hide();
      } else {
        go(last && names.includes(last) ? last : names[0]);
      }
    },
    step(key, names) {
      const step = STEPS[key];
      const from = card.name ? names.indexOf(card.name) : -1;
      if (!step || from < 0) {
        return false;
      }
      go(step(names, from));
      return true;
    },
  };
}

/** Scrolls to a name, down the page and along its line. */
function reveal({ block, line, range }: Name): void {
  const pre = block.querySelector('pre');
  line.scrollIntoView({ block: 'nearest', inline: 'start' });
  const name = range.getBoundingClientRect();
  const frame = pre?.getBoundingClientRect();
  if (pre && frame) {
    pre.scrollLeft += Math.max(0, name.right - frame.right + MARGIN_PX);
  }
}
