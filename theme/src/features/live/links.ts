import { fill } from '@tuffet/devtools/inspector';
import type { LiveSample } from '@tuffet-live/frame/protocol';
import type { ContentSelector } from '../../../../contracts/markup.gen';
import type { Chrome } from '../../app/data';
import { onArrival } from '../../router/arrivals';
import { adoptStyles } from '../../shared/adopt-styles';
import { createElement } from '../../shared/create-element';
import { type LazyStrings, loadStrings } from '../../shared/strings';
import { RUNNABLE } from './blocks';
import { decodeLink, LinkError } from './link-code';
import styles from './links.lazy.css';

/** The panels of the page. */
export interface Panels {
  /** The sample of a code block. */
  load(block: HTMLElement): Promise<LiveSample>;
  /** Opens the panel of a block with an editor, and runs nothing. */
  openWithText(block: HTMLElement, text: string): Promise<void>;
}

const NOTE_CLASS = 'live-link-note';

let followed = '';

/** Identifies a link, which is followed once until the address changes. */
const keyOf = (hash: string): string => location.pathname + hash;

function forget(): void {
  if (followed !== keyOf(location.hash)) {
    followed = '';
  }
}

addEventListener('hashchange', forget);
onArrival(forget);

/** Marks a link as followed, because the page already shows its code. */
export function skipLink(hash: string): void {
  followed = keyOf(hash);
}

/** Opens the code in the hash, or shows what is wrong with the link. */
export async function followLink(hash: string, chrome: Chrome, panels: Panels): Promise<void> {
  if (followed === keyOf(hash)) {
    return;
  }
  followed = keyOf(hash);
  removeNote();
  try {
    await open(hash, await loadStrings(chrome), panels);
  } catch (error) {
    followed = ''; // so that it can be retried
    throw error;
  }
}

async function open(hash: string, strings: LazyStrings, panels: Panels): Promise<void> {
  const code = await decodeLink(hash).catch((error: LinkError) => error);
  if (code instanceof LinkError) {
    showNote(code.reason === 'newer' ? strings.linkNewer : strings.linkDamaged);
    return;
  }
  const block = await findBlock(code.id, panels);
  if (block) {
    chooseTab(block);
    await panels.openWithText(block, code.text);
  } else {
    showNote(fill(strings.linkGone, { name: code.id }), code.text);
  }
}

/** The first block of the page that shows a sample, which may have changed since the link was made. */
async function findBlock(id: string, panels: Panels): Promise<HTMLElement | undefined> {
  const blocks = [...document.querySelectorAll<HTMLElement>(RUNNABLE)];
  const found = await Promise.allSettled(
    blocks.map(async (block) => {
      const sample = await panels.load(block);
      return sample.id === id && sample.source !== '' ? block : undefined; // others can't be edited
    }),
  );
  const block = found.find((result) => result.status === 'fulfilled' && result.value);
  const failure = found.find((result) => result.status === 'rejected');
  if (!block && failure) {
    throw (failure as PromiseRejectedResult).reason; // it may be the linked sample
  }
  return (block as PromiseFulfilledResult<HTMLElement> | undefined)?.value;
}

/** Selects the tab of a sample, without storing it as a preference. */
function chooseTab(block: HTMLElement): void {
  const tab = block.previousElementSibling?.querySelector('input');
  if (tab && block.matches('.code-group > *' satisfies ContentSelector)) {
    tab.checked = true;
  }
}

/** Shows a note below the title of the page. */
function showNote(message: string, code?: string): void {
  adoptStyles(styles);
  const note = createElement(
    'div',
    { className: NOTE_CLASS, role: 'alert' },
    createElement('p', { textContent: message }),
  );
  if (code !== undefined) {
    note.append(createElement('pre', { tabIndex: 0, textContent: code }));
  }
  document.querySelector('main h1')?.after(note);
}

const removeNote = (): void => document.querySelector(`.${NOTE_CLASS}`)?.remove();
