import { type Chrome, chromeOf } from '../../app/data';
import { onArrival } from '../../router/arrivals';
import { setFailed } from '../../router/navigation-state';
import { adoptStyles } from '../../shared/adopt-styles';
import { isFast } from '../../shared/connection';
import type { ExtrasContext } from '../../shared/context';
import { createElement } from '../../shared/create-element';
import { type LazyStrings, loadStrings } from '../../shared/strings';
import { BOX, blockOf, nameOf, RUNNABLE, SHOWCASE } from './blocks';
import { mayHaveDrafts } from './drafts-key';
import styles from './start.lazy.css';

/** How the hash of an address with code starts. */
const LINK = '#live=';

const load = () => import(/* webpackChunkName: "live" */ '.');

/** Runs samples, and adds a button to each box. The rest of Live loads when it is first needed. */
export function startLive({ currentView }: ExtrasContext): void {
  adoptStyles(styles);
  const chrome = () => chromeOf(currentView());

  document.onclick = null; // set by the inline script
  document.addEventListener('click', ({ target }) => {
    const block = blockOf(target);
    if (block) {
      run(block, chrome());
    }
  });
  // Several clicks on a button that hadn't reacted yet run its sample once.
  for (const block of new Set(globalThis.earlyClicks?.map(blockOf))) {
    if (block?.isConnected) {
      run(block, chrome());
    }
  }
  for (const event of ['pointerover', 'focusin']) {
    document.addEventListener(event, ({ target }) => warm(blockOf(target), chrome()), {
      passive: true,
    });
  }
  const update = (): void => {
    addButtons(chrome());
    openLinkedBox(chrome());
    openLinkedCode(chrome).then(() => restoreDrafts(chrome()));
  };
  onArrival(update);
  addEventListener('hashchange', () => {
    openLinkedBox(chrome());
    openLinkedCode(chrome);
  });
  update();
}

/** Adds a Run button to each box. Code blocks have theirs in the HTML. */
async function addButtons(chrome: Chrome): Promise<void> {
  if (document.querySelector(BOX)) {
    // Without strings there are no buttons; the next page tries again.
    const strings = await loadStrings(chrome).catch(() => undefined);
    for (const box of document.querySelectorAll<HTMLElement>(BOX)) {
      if (strings && !box.querySelector(':scope > .live-run') && !startsAlone(box)) {
        addButton(box, strings);
      }
    }
  }
}

/** The home page starts its showcase, except to save data. */
const startsAlone = (block: HTMLElement): boolean => block.matches(SHOWCASE) && isFast();

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

/** Runs the box below the heading that the address names. If it fails, the box keeps its button. */
async function openLinkedBox(chrome: Chrome): Promise<void> {
  const box = document.getElementById(location.hash.slice(1))?.nextElementSibling;
  if (box instanceof HTMLElement && box.matches(BOX) && box.dataset.open === undefined) {
    await load()
      .then((live) => live.startBox(box, chrome))
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

/** Shows the edits of this session again. Those of another page stay stored. */
async function restoreDrafts(chrome: Chrome): Promise<void> {
  if (mayHaveDrafts() && document.querySelector(RUNNABLE)) {
    // Edit opens them too, and reports the failure.
    await load()
      .then((live) => live.restoreDrafts(chrome))
      .catch(() => {});
  }
}

function addButton(box: HTMLElement, strings: LazyStrings): void {
  const button = createElement(
    'button',
    { type: 'button', className: 'live-run button' },
    createElement('span', { textContent: strings.liveOpen }),
    createElement('span', { className: 'unseen', textContent: ` ${nameOf(box)}` }),
  );
  box.append(button);
}
