import type { ContentSelector } from '../../../../contracts/markup.gen';
import { blockOf } from './blocks';
import type { Card } from './card';
import { knownNames } from './load';
import { type Name, nameAt } from './names';

/** A pointer on its way to somewhere else opens nothing. */
export const OPEN_DELAY_MS = 150;

/** As long it may take from a name to its card, or to the next name. */
export const CLOSE_DELAY_MS = 300;

/** A finger moves a little while it taps. */
const TAP_PX = 10;

/** Opens and closes the card as the pointer goes. */
export interface PointerWatch {
  /** The pointer has moved, without touching. */
  move(event: PointerEvent): void;
  /** Something was tapped. */
  tap(event: PointerEvent): void;
  /** The reader put the card away; it comes back for another name, or another visit to this one. */
  dismiss(): void;
}

export function watchPointer(card: Card): PointerWatch {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let planned: Name | 'close' | undefined;
  let dismissed: Name | undefined;

  const forget = (): void => {
    clearTimeout(timer);
    planned = undefined;
  };
  const plan = (goal: Name | 'close'): void => {
    if (goal === planned) {
      return; // a pointer that goes on moving must not put it off
    }
    clearTimeout(timer);
    planned = goal;
    const isClosing = goal === 'close';
    const carryOut = (): void => {
      planned = undefined;
      isClosing ? card.hide() : card.show(goal, false);
    };
    timer = setTimeout(carryOut, isClosing ? CLOSE_DELAY_MS : OPEN_DELAY_MS);
  };

  return {
    move(event) {
      const name = nameUnder(event);
      const isDismissed = name !== undefined && name === dismissed;
      dismissed = isDismissed ? name : undefined;
      const isAtHome = name === card.name || isDismissed || card.contains(event.target);
      // With a button down, text is being selected.
      if (isAtHome || event.buttons !== 0) {
        forget();
      } else if (name) {
        plan(name);
      } else if (!card.isPinned) {
        plan('close');
      }
    },
    tap(event) {
      forget();
      const name = nameUnder(event);
      if (name) {
        card.show(name, true);
      } else if (!card.contains(event.target)) {
        card.hide();
      }
    },
    dismiss() {
      forget();
      dismissed = card.name;
      card.hide();
    },
  };
}

function nameUnder(event: PointerEvent): Name | undefined {
  const line =
    event.target instanceof Element
      ? event.target.closest('.line' satisfies ContentSelector)
      : null;
  return line ? nameAt(knownNames(blockOf(line)), line, event) : undefined;
}

/** Whether a finger came down and went up again at one place, and selected nothing. */
export const isTap = (down: PointerEvent | undefined, up: PointerEvent): boolean =>
  down !== undefined &&
  down.pointerId === up.pointerId &&
  Math.hypot(up.pageX - down.pageX, up.pageY - down.pageY) < TAP_PX &&
  getSelection()?.isCollapsed !== false;

/** Whether the page has not been scrolled since. */
export const isStill = ({ pageX, pageY, clientX, clientY }: PointerEvent): boolean =>
  Math.hypot(pageX - clientX - scrollX, pageY - clientY - scrollY) < TAP_PX;
