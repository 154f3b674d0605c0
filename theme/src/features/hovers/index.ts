import { chromeOf } from '../../app/data';
import { adoptStyles } from '../../shared/adopt-styles';
import type { ExtrasContext } from '../../shared/context';
import { loadStrings } from '../../shared/strings';
import { blockOf, isCode } from './blocks';
import { createCard } from './card';
import styles from './hovers.lazy.css';
import { isPlain, watchKeyboard } from './keyboard';
import { findNames, knownNames } from './load';
import { markNames } from './marks';
import { isStill, isTap, watchPointer } from './pointer';
import { createVoice } from './voice';

type Listeners = { [K in keyof DocumentEventMap]?: (event: DocumentEventMap[K]) => unknown };

/** Lets names in code tell what they are. `sign` is what brought this here. */
export function startHovers(context: ExtrasContext, sign: Event): void {
  adoptStyles(styles);
  const voice = createVoice();
  // Comments are written where the site is: in its first language.
  const card = createCard(() => chromeOf(context.currentView()).languages[0]?.tag ?? '');
  const pointer = watchPointer(card);
  const keyboard = watchKeyboard(card, voice.say);
  let latest: PointerEvent | undefined;
  let down: PointerEvent | undefined;

  /** The names around something, once they have arrived. */
  async function learn(target: EventTarget | null): Promise<void> {
    const block = blockOf(target);
    await (block && findNames(block, context.currentView()));
    markNames(knownNames(block ?? blockOf(document.activeElement)));
  }

  /** Follows the pointer, unless it has gone on before the names are there. */
  async function follow(event: PointerEvent, act: (event: PointerEvent) => void): Promise<void> {
    latest = event;
    await learn(event.target);
    if (latest === event && isStill(event)) {
      act(event);
    }
  }

  function onMove(event: PointerEvent): void {
    if (event.pointerType !== 'touch') {
      follow(event, pointer.move);
    }
  }

  async function onFocus({ target }: Event): Promise<void> {
    await learn(target);
    const block = blockOf(target);
    if (isCode(target) && block && knownNames(block).length > 0) {
      const words = await loadStrings(chromeOf(context.currentView())).catch(() => undefined);
      voice.enter(block, words?.hoverHelp ?? '');
    }
  }

  async function onKey(event: KeyboardEvent): Promise<void> {
    const { key, target } = event;
    const isSteppable = isCode(target) && isPlain(event);
    if (key === 'Escape' && card.name) {
      pointer.dismiss();
    } else if (isSteppable && key === 'Enter') {
      await learn(target);
      keyboard.toggle(knownNames(blockOf(target)));
      return;
    } else if (!isSteppable || !keyboard.step(key, knownNames(blockOf(target)))) {
      return;
    }
    // The key has done its work: it shall neither scroll nor close anything else.
    event.preventDefault();
    event.stopPropagation();
  }

  const listeners: Listeners = {
    pointermove: onMove,
    pointerover: onMove, // code may scroll under a pointer at rest
    pointerdown: (event) => {
      down = event;
      // A tap elsewhere may still become a scroll.
      if (event.pointerType === 'mouse' && card.name && !card.contains(event.target)) {
        pointer.dismiss();
      }
    },
    pointerup: (event) => {
      if (event.pointerType !== 'mouse' && isTap(down, event)) {
        follow(event, pointer.tap);
      }
    },
    focusin: onFocus,
    focusout: ({ target, relatedTarget }) => {
      // Without a new place for the focus, a pointer or another window took it.
      const isLeft = relatedTarget !== null && blockOf(relatedTarget) !== blockOf(target);
      if (isLeft && card.isPinned && card.name?.block === blockOf(target)) {
        card.hide();
      }
    },
    keydown: onKey,
  };
  for (const [name, listener] of Object.entries(listeners)) {
    document.addEventListener(name, listener as EventListener, { capture: true });
  }
  repeat(sign);

  /** Does what would have been done, had this been here earlier. */
  function repeat(event: Event): void {
    if (event.type === 'pointerdown') {
      // Whether the finger has gone up, nobody knows; if it scrolls, it is no tap.
      down = event as PointerEvent;
      down.pointerType === 'mouse' || follow(down, pointer.tap);
    } else {
      listeners[event.type as keyof DocumentEventMap]?.(event as never);
    }
    onFocus({ target: document.activeElement } as unknown as Event);
  }
}
