import type { Announcer } from './announcer';
import type { Card } from './card';
import type { Name } from './names';
import { speakText } from './text';

/** How much of the code after a name stays visible. */
const MARGIN_PX = 32;

type Step = (names: readonly Name[], from: number) => Name | undefined;

/** The keys that move to another name while the card of a focused block is open. */
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

/** Steps through the names of a focused block, which is a single tab stop. */
export class KeyboardControl {
  #last: Name | undefined;

  constructor(
    readonly card: Card,
    readonly announcer: Announcer,
  ) {}

  /** Opens the card at the last name, or at the first one of the block, or closes it. */
  toggle(names: readonly Name[]): void {
    if (this.card.name && names.includes(this.card.name)) {
      this.card.hide();
    } else {
      this.#show(this.#last && names.includes(this.#last) ? this.#last : names[0]);
    }
  }

  /** Moves to another name. Returns whether the key does that, and the card is open. */
  step(key: string, names: readonly Name[]): boolean {
    const step = STEPS[key];
    const from = this.card.name ? names.indexOf(this.card.name) : -1;
    if (!step || from < 0) {
      return false;
    }
    this.#show(step(names, from));
    return true;
  }

  #show(name: Name | undefined): void {
    if (name) {
      this.#last = name;
      reveal(name);
      this.card.show(name, true);
      this.announcer.say(`${name.range}: ${speakText(name.text)}`);
    }
  }
}

/** Scrolls to a name, vertically on the page and horizontally in its block. */
function reveal({ block, line, range }: Name): void {
  const pre = block.querySelector('pre');
  line.scrollIntoView({ block: 'nearest', inline: 'start' });
  const name = range.getBoundingClientRect();
  const frame = pre?.getBoundingClientRect();
  if (pre && frame) {
    pre.scrollLeft += Math.max(0, name.right - frame.right + MARGIN_PX);
  }
}
