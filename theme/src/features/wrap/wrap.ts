import type { ContentSelector } from '../../../../contracts/markup.gen';
import { chromeOf } from '../../app/data';
import { adoptStyles } from '../../shared/adopt-styles';
import type { ExtrasContext } from '../../shared/context';
import { createElement, createIcon } from '../../shared/create-element';
import { store } from '../../shared/preferences';
import { PREFERENCES_KEY } from '../../shared/preferences/key';
import { readPreferences } from '../../shared/preferences/stored';
import { loadStrings } from '../../shared/strings';
import { toolsOf } from '../code-tools/code-tools';
import styles from './wrap.lazy.css';

const TURNING_LINE = 'M2 4h12M2 8.5h9.5a2.25 2.25 0 0 1 0 4.5H8m2-2-2 2 2 2M2 13h3';

/** Messages are always wrapped. */
const BLOCKS = '.code:not([data-language="txt"])' satisfies ContentSelector;

/** Adds a toggle for line wrapping to code that is wider than its block. */
export function startWrap(context: ExtrasContext): void {
  adoptStyles(styles);

  async function offer(target: EventTarget | null): Promise<void> {
    const block = target instanceof Element ? target.closest<HTMLElement>(BLOCKS) : null;
    if (block && canHaveToggle(block)) {
      // Without strings there is no button; the next event retries.
      const strings = await loadStrings(chromeOf(context.currentView())).catch(() => undefined);
      strings && canHaveToggle(block) && addToggle(block, strings.wrap);
    }
  }

  for (const sign of ['pointerover', 'focusin']) {
    document.addEventListener(sign, ({ target }) => offer(target), { passive: true });
  }
  offer(context.firstInput.target);
  offer(document.activeElement);
  addEventListener('storage', ({ key }) => {
    if (key === PREFERENCES_KEY || key === null) {
      applyWrap(readPreferences().wrap === true);
    }
  });
}

const isWrapped = (): boolean => document.documentElement.dataset.wrap === '';

/** Whether it has no toggle yet, and lines that are too long. */
function canHaveToggle(block: HTMLElement): boolean {
  const pre = block.querySelector('pre');
  return pre !== null && block.querySelector('.wrap') === null && isWide(pre);
}

function isWide(pre: HTMLElement): boolean {
  if (!isWrapped()) {
    return pre.scrollWidth > pre.clientWidth;
  }
  const height = 1.5 * Number.parseFloat(getComputedStyle(pre).lineHeight);
  return [...pre.querySelectorAll<HTMLElement>('.line' satisfies ContentSelector)].some(
    (line) => line.offsetHeight > height,
  );
}

function addToggle(block: HTMLElement, label: string): void {
  const toggle = createElement(
    'button',
    {
      type: 'button',
      className: 'wrap',
      title: label,
      ariaLabel: label,
      ariaPressed: String(isWrapped()),
      onclick() {
        const { top } = toggle.getBoundingClientRect();
        applyWrap(!isWrapped());
        // Keeps the position of the toggle on the screen.
        scrollBy(0, toggle.getBoundingClientRect().top - top);
        store('line wrapping', ({ wrap }) => wrap.set(isWrapped()));
      },
    },
    createIcon(TURNING_LINE),
  );
  toolsOf(block).prepend(toggle);
}

function applyWrap(isOn: boolean): void {
  document.documentElement.toggleAttribute('data-wrap', isOn);
  for (const toggle of document.querySelectorAll('.code-tools > .wrap')) {
    toggle.ariaPressed = String(isOn);
  }
}
