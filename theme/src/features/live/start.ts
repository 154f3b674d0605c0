import type { ContentSelector } from '../../../../contracts/markup.gen';
import type { Words } from '../../../../contracts/records.gen';
import { chromeOf } from '../../app/data';
import { onArrival } from '../../router/arrivals';
import { setFailed } from '../../router/navigation-state';
import { adoptStyles } from '../../shared/adopt-styles';
import type { ExtrasContext } from '../../shared/context';
import { loadWords } from '../../shared/words';
import { toolsOf } from '../code-tools/code-tools';
import { blockOf, nameOf, RUN_BUTTON, RUNNABLE } from './blocks';
import styles from './start.lazy.css';

const SVG = 'http://www.w3.org/2000/svg';

/** The address carries code. */
const LINK = '#live=';

/** Puts a button into each block that can be run. What it starts comes when it is first needed. */
export function startLive({ currentView }: ExtrasContext): void {
  adoptStyles(styles);
  const chrome = () => chromeOf(currentView());
  const load = () => import(/* webpackChunkName: "live" */ '.');

  async function place(): Promise<void> {
    if (document.querySelector(RUNNABLE)) {
      const words = await loadWords(chrome());
      for (const block of document.querySelectorAll<HTMLElement>(RUNNABLE)) {
        block.querySelector(RUN_BUTTON) ?? addButton(block, words);
      }
    }
  }

  // Without words there are no buttons; the next page asks again.
  const tryToPlace = (): Promise<void> => place().catch(() => {});

  async function run(block: HTMLElement): Promise<void> {
    try {
      const { runBlock } = await load();
      await runBlock(block, chrome());
    } catch {
      setFailed(() => run(block));
    }
  }

  async function warm(block: HTMLElement): Promise<void> {
    const { prepare } = await load();
    await prepare(block, chrome());
  }

  async function follow(): Promise<void> {
    if (location.hash.startsWith(LINK)) {
      try {
        const { followHash } = await load();
        await followHash(chrome());
      } catch {
        setFailed(follow);
      }
    }
  }

  document.addEventListener('click', ({ target }) => {
    const block = blockOf(target);
    if (block) {
      run(block);
    }
  });
  for (const sign of ['pointerover', 'focusin']) {
    document.addEventListener(
      sign,
      ({ target }) => {
        const block = blockOf(target);
        // Whoever presses the button asks again, and is told.
        block && warm(block).catch(() => {});
      },
      { passive: true },
    );
  }
  onArrival(() => {
    tryToPlace();
    follow();
  });
  addEventListener('hashchange', follow);
  tryToPlace();
  follow();
}

function addButton(block: HTMLElement, words: Words): void {
  const isCode = block.matches('.code' satisfies ContentSelector);
  const name = document.createElement('span');
  const text = document.createElement('span');
  const button = document.createElement('button');
  name.className = 'unseen';
  name.textContent = ` ${nameOf(block)}`;
  text.textContent = isCode ? words.liveRun : words.liveOpen;
  button.type = 'button';
  button.className = isCode ? 'live-run' : 'live-run button';
  button.append(drawIcon(), text, name);
  (isCode ? toolsOf(block) : block).append(button);
}

/** A triangle that points onward. */
function drawIcon(): Element {
  const icon = document.createElementNS(SVG, 'svg');
  const shape = document.createElementNS(SVG, 'path');
  icon.setAttribute('viewBox', '0 0 16 16');
  icon.ariaHidden = 'true';
  shape.setAttribute('d', 'M4.500 2.750v10.500l8.500-5.250z');
  icon.append(shape);
  return icon;
}
