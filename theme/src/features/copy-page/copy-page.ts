import { chromeOf } from '../../app/data';
import { onArrival } from '../../router/arrivals';
import { adoptStyles } from '../../shared/adopt-styles';
import { COPY_MARK_MS } from '../../shared/constants';
import type { ExtrasContext } from '../../shared/context';
import { loadStrings, type Strings } from '../../shared/strings';
import styles from './copy-page.lazy.css';

/** A shorter wait needs no label. */
const QUIET_MS = 300;
/** After that, the user has most likely moved on. */
const PAGE_TIMEOUT_MS = 15_000;
const CLASS = 'copy-page';

/** Adds buttons that copy the page as Markdown: next to the link to it, and to the page tools. */
export function startCopyPage({ currentView }: ExtrasContext): void {
  adoptStyles(styles);

  async function place(): Promise<void> {
    const chrome = chromeOf(currentView());
    const { copyMarkdown } = await loadStrings(chrome);
    const create = (): HTMLButtonElement =>
      createButton(() => findMarkdownLink()?.href ?? '', copyMarkdown, chrome.strings);
    for (const old of document.querySelectorAll(`.${CLASS}`)) {
      old.remove(); // its label may be in another language
    }
    findMarkdownLink()?.after(create());
    document.querySelector('.page-tools')?.append(create());
  }

  // Without strings there is no button; the next page retries.
  const tryToPlace = (): Promise<void> => place().catch(() => {});
  onArrival(tryToPlace);
  tryToPlace();
}

const findMarkdownLink = (): HTMLAnchorElement | undefined =>
  [...document.querySelectorAll<HTMLAnchorElement>('main a[rel="external"]')].find(
    ({ origin, pathname }) => origin === location.origin && pathname.endsWith('.md'),
  );

function createButton(addressOf: () => string, label: string, strings: Strings): HTMLButtonElement {
  const button = document.createElement('button');
  const text = document.createElement('span');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const say = (next: string): void => {
    clearTimeout(timer);
    text.textContent = next;
  };
  button.type = 'button';
  button.className = CLASS;
  text.ariaLive = 'polite';
  button.append(text);
  say(label);
  button.onclick = async () => {
    clearTimeout(timer);
    timer = setTimeout(say, QUIET_MS, strings.loading);
    say(await copy(addressOf(), strings));
    timer = setTimeout(say, COPY_MARK_MS, label);
  };
  return button;
}

/** Copies the content of an address, and returns the label for the result. */
async function copy(address: string, { copied, copyFailed, failed }: Strings): Promise<string> {
  const page = fetchText(address);
  try {
    // Some browsers require the call within the click, before the page has loaded.
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': page })]);
    return copied;
  } catch {
    return page.then(
      () => copyFailed,
      () => failed,
    );
  }
}

async function fetchText(address: string): Promise<Blob> {
  const response = await fetch(address, { signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) });
  if (!response.ok) {
    throw new Error(`${address} answered with ${response.status}.`);
  }
  return new Blob([await response.text()], { type: 'text/plain' });
}
