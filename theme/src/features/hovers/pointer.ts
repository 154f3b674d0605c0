import type { ContentSelector } from '../../../../contracts/markup.gen';
import { blockOf } from './blocks';
import type { Card } from './card';
import { knownNames } from './load';
import { type Name, nameAt } from './names';

/** A pointer that moves across a name doesn't open its card. */
export const OPEN_DELAY_MS = 150;

/** The time to move from a name to its card, or to the next name. */
export const CLOSE_DELAY_MS = 300;

/** A finger moves a little while it taps. */
const TAP_PX = 10;

/** Opens and closes the card for a pointer. */
export class PointerControl {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #planned: Name | 'close' | undefined;
  #dismissed: Name | undefined;

  constructor(readonly card: Card) {}

  /** The pointer has moved, without touching. */
  move(event: PointerEvent): void {
    const { card } = this;
    const name = nameUnder(event);
    const isDismissed = name !== undefined && name === this.#dismissed;
    this.#dismissed = isDismissed ? name : undefined;
    const isSettled = name === card.name || isDismissed || card.contains(event.target);
    // With a button down, text is being selected.
    if (isSettled || event.buttons !== 0) {
      this.#cancel();
    } else if (name) {
      this.#plan(name);
    } else if (!card.isPinned) {
      this.#plan('close');
    }
  }

  tap(event: PointerEvent): void {
    this.#cancel();
    const name = nameUnder(event);
    if (name) {
      this.card.show(name, true);
    } else if (!this.card.contains(event.target)) {
      this.card.hide();
    }
  }

  /** Closes the card until the pointer reaches another name, or this one again. */
  dismiss(): void {
    this.#cancel();
    this.#dismissed = this.card.name;
    this.card.hide();
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#planned = undefined;
  }

  #plan(goal: Name | 'close'): void {
    if (goal === this.#planned) {
      return; // further moves must not postpone it
    }
    this.#cancel();
    this.#planned = goal;
    const isClosing = goal === 'close';
    const carryOut = (): void => {
      this.#planned = undefined;
      isClosing ? this.card.hide() : this.card.show(goal, false);
    };
    this.#timer = setTimeout(carryOut, isClosing ? CLOSE_DELAY_MS : OPEN_DELAY_MS);
  }
}

function nameUnder(event: PointerEvent): Name | undefined {
  const line =
    event.target instanceof Element
      ? event.target.closest('.line' satisfies ContentSelector)
      : null;
  return line ? nameAt(knownNames(blockOf(line)), line, event) : undefined;
}

/** Whether a finger touched and left the same spot without selecting text. */
export const isTap = (down: PointerEvent | undefined, up: PointerEvent): boolean =>
  down !== undefined &&
  down.pointerId === up.pointerId &&
  Math.hypot(up.pageX - down.pageX, up.pageY - down.pageY) < TAP_PX &&
  getSelection()?.isCollapsed !== false;

/** Whether the page has not been scrolled since. */
export const isStill = ({ pageX, pageY, clientX, clientY }: PointerEvent): boolean =>
  Math.hypot(pageX - clientX - scrollX, pageY - clientY - scrollY) < TAP_PX;
