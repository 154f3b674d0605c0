import { chromeOf } from '../../app/data';
import { adoptStyles } from '../../shared/adopt-styles';
import type { ExtrasContext } from '../../shared/context';
import { type LazyStrings, loadStrings } from '../../shared/strings';
import { Announcer } from './announcer';
import { blockOf, isCode } from './blocks';
import { Card } from './card';
import styles from './hovers.lazy.css';
import { isPlain, KeyboardControl } from './keyboard';
import { findNames, knownNames } from './load';
import { markNames } from './marks';
import { isStill, isTap, PointerControl } from './pointer';
import type { CardContext } from './text';

type Listeners = { [K in keyof DocumentEventMap]?: (event: DocumentEventMap[K]) => unknown };

/** Shows the types of names in code. `trigger` is the event that loaded this script. */
export function startHovers(context: ExtrasContext, trigger: Event): void {
  adoptStyles(styles);
  const hovers = new Hovers(context);
  for (const [name, listener] of Object.entries(hovers.listeners)) {
    document.addEventListener(name, listener as EventListener, { capture: true });
  }
  hovers.replay(trigger);
}

class Hovers {
  readonly #context: ExtrasContext;
  readonly #announcer = new Announcer();
  readonly #card = new Card(() => this.#describeContext());
  readonly #pointer = new PointerControl(this.#card);
  readonly #keyboard = new KeyboardControl(this.#card, this.#announcer);
  #strings: LazyStrings | undefined;
  #latest: PointerEvent | undefined;
  #down: PointerEvent | undefined;

  constructor(context: ExtrasContext) {
    this.#context = context;
  }

  readonly listeners: Listeners = {
    pointermove: (event) => this.#onMove(event),
    pointerover: (event) => this.#onMove(event), // code may scroll under a resting pointer
    pointerdown: (event) => this.#onDown(event),
    pointerup: (event) => this.#onUp(event),
    focusin: ({ target }) => this.#onFocus(target),
    focusout: (event) => this.#onBlur(event),
    keydown: (event) => this.#onKey(event),
  };

  /** Handles an event that happened before the listeners were added. */
  replay(event: Event): void {
    if (event.type === 'pointerdown') {
      // The finger may be up again. If it scrolls instead, it isn't a tap.
      this.#down = event as PointerEvent;
      this.#down.pointerType === 'mouse' || this.#tap(this.#down);
    } else {
      this.listeners[event.type as keyof DocumentEventMap]?.(event as never);
    }
    this.#onFocus(document.activeElement);
  }

  #describeContext(): CardContext {
    const { base, languages } = chromeOf(this.#context.currentView());
    // Comments are written in the first language of the site.
    return { language: languages[0]?.tag ?? '', base, label: this.#strings?.hoverReference };
  }

  /** Cards don't wait for the label of their link. */
  async #loadStrings(): Promise<void> {
    const strings = await loadStrings(chromeOf(this.#context.currentView())).catch(() => undefined);
    if (strings && strings !== this.#strings) {
      this.#strings = strings;
      this.#card.refresh();
    }
  }

  /** Loads and marks the names of the block around a target. */
  async #loadNames(target: EventTarget | null): Promise<void> {
    const block = blockOf(target);
    if (block) {
      this.#loadStrings();
      await findNames(block, this.#context.currentView());
    }
    markNames(knownNames(block ?? blockOf(document.activeElement)));
  }

  /** Whether the pointer is still there after the names have loaded. */
  async #isCurrent(event: PointerEvent): Promise<boolean> {
    this.#latest = event;
    await this.#loadNames(event.target);
    return this.#latest === event && isStill(event);
  }

  async #onMove(event: PointerEvent): Promise<void> {
    if (event.pointerType !== 'touch' && (await this.#isCurrent(event))) {
      this.#pointer.move(event);
    }
  }

  async #tap(event: PointerEvent): Promise<void> {
    if (await this.#isCurrent(event)) {
      this.#pointer.tap(event);
    }
  }

  #onDown(event: PointerEvent): void {
    this.#down = event;
    // A touch elsewhere may still become a scroll.
    if (event.pointerType === 'mouse' && this.#card.name && !this.#card.contains(event.target)) {
      this.#pointer.dismiss();
    }
  }

  #onUp(event: PointerEvent): void {
    if (event.pointerType !== 'mouse' && isTap(this.#down, event)) {
      this.#tap(event);
    }
  }

  async #onFocus(target: EventTarget | null): Promise<void> {
    await this.#loadNames(target);
    const block = blockOf(target);
    if (isCode(target) && block && knownNames(block).length > 0) {
      await this.#loadStrings();
      this.#announcer.enter(block, this.#strings?.hoverHelp ?? '');
    }
  }

  #onBlur({ target, relatedTarget }: FocusEvent): void {
    // Without a new focused element, a pointer or another window took the focus.
    const isLeft = relatedTarget !== null && blockOf(relatedTarget) !== blockOf(target);
    if (isLeft && this.#card.isPinned && this.#card.name?.block === blockOf(target)) {
      this.#card.hide();
    }
  }

  async #onKey(event: KeyboardEvent): Promise<void> {
    const { key, target } = event;
    const isInCode = isCode(target) && isPlain(event);
    if (key === 'Escape' && this.#card.name) {
      this.#pointer.dismiss();
    } else if (isInCode && key === 'Enter') {
      await this.#loadNames(target);
      this.#keyboard.toggle(knownNames(blockOf(target)));
      return;
    } else if (!isInCode || !this.#keyboard.step(key, knownNames(blockOf(target)))) {
      return;
    }
    // The key is handled: it must not scroll the page or close anything else.
    event.preventDefault();
    event.stopPropagation();
  }
}
