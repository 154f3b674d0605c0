import type { ContentSelector } from '../../../../contracts/markup.gen';
import { type Chrome, chromeOf } from '../../app/data';
import { onArrival } from '../../router/arrivals';
import { setFailed } from '../../router/navigation-state';
import { adoptStyles } from '../../shared/adopt-styles';
import type { ExtrasContext } from '../../shared/context';
import { createElement, createIcon } from '../../shared/create-element';
import { type LazyStrings, loadStrings } from '../../shared/strings';
import { toolsOf } from '../code-tools/code-tools';
import { blockOf, nameOf, RUN_BUTTON, RUNNABLE } from './blocks';
import styles from './start.lazy.css';

const TRIANGLE = 'M4.500 2.750v10.500l8.500-5.250z';

/** How the hash of an address with code starts. */
const LINK = '#live=';

const load = () => import(/* webpackChunkName: "live" */ '.');

/** Adds a button to each block that can be run. The rest of Live loads when it is first needed. */
export function startLive({ currentView }: ExtrasContext): void {
  adoptStyles(styles);
  const chrome = () => chromeOf(currentView());

  document.addEventListener('click', ({ target }) => {
    const block = blockOf(target);
    if (block) {
      run(block, chrome());
    }
  });
  for (const event of ['pointerover', 'focusin']) {
    document.addEventListener(event, ({ target }) => warm(blockOf(target), chrome()), {
      passive: true,
    });
  }
  const update = (): void => {
    addButtons(chrome());
    openLinkedCode(chrome);
  };
  onArrival(update);
  addEventListener('hashchange', () => openLinkedCode(chrome));
  update();
}

async function addButtons(chrome: Chrome): Promise<void> {
  if (document.querySelector(RUNNABLE)) {
    // Without strings there are no buttons; the next page tries again.
    const strings = await loadStrings(chrome).catch(() => undefined);
    for (const block of document.querySelectorAll<HTMLElement>(RUNNABLE)) {
      if (strings && !block.querySelector(RUN_BUTTON)) {
        addButton(block, strings);
      }
    }
  }
}

async function run(block: HTMLElement, chrome: Chrome): Promise<void> {
  try {
    const { runBlock } = await load();
    await runBlock(block, chrome);
  } catch {
    setFailed(() => run(block, chrome));
  }
}

async function warm(block: HTMLElement | null | undefined, chrome: Chrome): Promise<void> {
  if (block) {
    // A click on the button tries again and reports the failure.
    await load()
      .then(({ prepare }) => prepare(block, chrome))
      .catch(() => {});
  }
}

/** Opens the code that the address contains. */
async function openLinkedCode(chrome: () => Chrome): Promise<void> {
  if (location.hash.startsWith(LINK)) {
    try {
      const { followHash } = await load();
      await followHash(chrome());
    } catch {
      setFailed(() => openLinkedCode(chrome));
    }
  }
}

function addButton(block: HTMLElement, strings: LazyStrings): void {
  const isCode = block.matches('.code' satisfies ContentSelector);
  const button = createElement(
    'button',
    { type: 'button', className: isCode ? 'live-run' : 'live-run button' },
    createIcon(TRIANGLE),
    createElement('span', { textContent: isCode ? strings.liveRun : strings.liveOpen }),
    createElement('span', { className: 'unseen', textContent: ` ${nameOf(block)}` }),
  );
  (isCode ? toolsOf(block) : block).append(button);
}
