import { markName } from './marks';
import type { Name } from './names';
import { placeCard } from './position';
import { renderText } from './text';

const MAX_HEIGHT = '22rem';

/** The one card that tells about a name. */
export interface Card {
  /** What it tells about; nothing while it is closed. */
  readonly name: Name | undefined;
  /** Whether it stays when the pointer is elsewhere. */
  readonly isPinned: boolean;
  show(name: Name, isPinned: boolean): void;
  hide(): void;
  contains(target: EventTarget | null): boolean;
}

/** A card for comments in a language. */
export function createCard(languageOf: () => string): Card {
  const element = document.createElement('div');
  element.className = 'hover-card';
  // Not "auto": to look at a name must not close a menu.
  element.popover = 'manual';
  const position = createRule('.hover-card');
  let shown: Name | undefined;
  let isPinned = false;

  const isOpen = (): boolean => element.isConnected && element.matches(':popover-open');
  const place = (): void => {
    if (shown && isOpen()) {
      placeElement(element, position, shown);
    }
  };
  addEventListener('resize', place);
  // The code may scroll under its card.
  const follow = ({ target }: Event): void => {
    if (target !== document && target !== element) {
      place();
    }
  };
  addEventListener('scroll', follow, { capture: true });

  return {
    get name() {
      return isOpen() ? shown : undefined;
    },
    get isPinned() {
      return isPinned && isOpen();
    },
    show(name, pinned) {
      isPinned = pinned;
      if (name !== shown || !isOpen()) {
        shown = name;
        element.replaceChildren(...renderText(name.text, languageOf()));
        if (element.parentElement !== name.block) {
          name.block.append(element);
        }
        isOpen() || element.showPopover();
        element.scrollTop = 0;
        markName(name);
      }
      place();
    },
    hide() {
      markName();
      isOpen() && element.hidePopover();
    },
    contains: (target) => target instanceof Node && element.contains(target),
  };
}

/** A rule of our own: the policy of the site allows no style attributes. */
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
  position.cssText = `max-height: ${MAX_HEIGHT}`; // as large as it would like to be
  const ceiling = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const found = placeCard(box, element.getBoundingClientRect(), {
    window: { width: document.documentElement.clientWidth, height: innerHeight },
    ceiling: Math.max(0, ceiling),
    buttons: name.block.querySelector('.code-tools, .copy')?.getBoundingClientRect(),
  });
  position.left = `${found.left + scrollX}px`;
  position.top = `${found.top + scrollY}px`;
  position.maxHeight = `min(${MAX_HEIGHT}, ${found.maxHeight}px)`;
  // What scrolls can be scrolled with a keyboard.
  if (element.scrollHeight > element.clientHeight) {
    element.tabIndex = 0;
  } else {
    element.removeAttribute('tabindex');
  }
}
