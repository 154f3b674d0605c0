import { markName } from './marks';
import type { Name } from './names';
import { placeCard } from './position';
import { type CardContext, renderText } from './text';

const MAX_HEIGHT = '22rem';

/** The card that describes a name. There is one per document. */
export class Card {
  readonly #element = document.createElement('div');
  readonly #style = createRule('.hover-card');
  #name: Name | undefined;
  #isPinned = false;

  constructor(readonly context: () => CardContext) {
    this.#element.className = 'hover-card';
    // Not "auto", which would close an open menu.
    this.#element.popover = 'manual';
    this.#element.onclick = ({ target }) => target instanceof HTMLAnchorElement && this.hide();
    addEventListener('resize', () => this.#place());
    // The code may scroll while its card is open.
    const onScroll = ({ target }: Event) =>
      target === document || target === this.#element || this.#place();
    addEventListener('scroll', onScroll, { capture: true });
  }

  /** The name it describes; undefined while it is closed. */
  get name(): Name | undefined {
    return this.#isOpen ? this.#name : undefined;
  }

  /** Whether it stays open when the pointer leaves. */
  get isPinned(): boolean {
    return this.#isPinned && this.#isOpen;
  }

  get #isOpen(): boolean {
    return this.#element.isConnected && this.#element.matches(':popover-open');
  }

  show(name: Name, isPinned: boolean): void {
    this.#isPinned = isPinned;
    if (name !== this.name) {
      this.#open(name);
    }
    this.#place();
  }

  #open(name: Name): void {
    this.#name = name;
    this.#render(name);
    if (this.#element.parentElement !== name.block) {
      name.block.append(this.#element);
    }
    this.#isOpen || this.#element.showPopover();
    this.#element.scrollTop = 0;
    markName(name);
  }

  #render(name: Name): void {
    this.#element.replaceChildren(...renderText(name.text, this.context()));
  }

  /** Re-renders the card if it is open. */
  refresh(): void {
    if (this.name) {
      this.#render(this.name);
      this.#place();
    }
  }

  hide(): void {
    markName();
    this.#isOpen && this.#element.hidePopover();
  }

  contains(target: EventTarget | null): boolean {
    return target instanceof Node && this.#element.contains(target);
  }

  #place(): void {
    if (this.name) {
      placeElement(this.#element, this.#style, this.name);
    }
  }
}

/** A rule in an adopted sheet: the content security policy forbids style attributes. */
function createRule(selector: string): CSSStyleDeclaration {
  const sheet = new CSSStyleSheet();
  sheet.insertRule(`${selector} {}`);
  document.adoptedStyleSheets.push(sheet);
  return (sheet.cssRules[0] as CSSStyleRule).style;
}

function placeElement(element: HTMLElement, position: CSSStyleDeclaration, name: Name): void {
  const box = name.range.getClientRects()[0];
  if (!box) {
    return;
  }
  position.cssText = `max-height: ${MAX_HEIGHT}`; // its natural size
  const ceiling = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const found = placeCard(box, element.getBoundingClientRect(), {
    window: { width: document.documentElement.clientWidth, height: innerHeight },
    ceiling: Math.max(0, ceiling),
    buttons: name.block.querySelector('.code-tools, .copy')?.getBoundingClientRect(),
  });
  position.left = `${found.left + scrollX}px`;
  position.top = `${found.top + scrollY}px`;
  position.maxHeight = `min(${MAX_HEIGHT}, ${found.maxHeight}px)`;
  // Scrollable content must be reachable by keyboard.
  if (element.scrollHeight > element.clientHeight) {
    element.tabIndex = 0;
  } else {
    element.removeAttribute('tabindex');
  }
}
