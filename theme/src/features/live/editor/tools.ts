import type { Chrome } from '../../../app/data';
import { createElement } from '../../../shared/create-element';
import type { LazyStrings } from '../../../shared/strings';
import { encodeLink } from '../link-code';
import { skipLink } from '../links';

interface ToolOptions {
  /** The path of the sample. */
  readonly id: string;
  readonly chrome: Chrome;
  readonly strings: LazyStrings;
  textOf(): string;
  reset(): void;
}

/** How long a message stays per character, long enough to read it slowly. */
const READING_MS = 300;

export interface Tools {
  readonly element: HTMLElement;
  /** Shows whether the code differs from the sample. Only then it can be reset. */
  showEdited(isEdited: boolean): void;
}

/** The head of the editor. */
export function createTools({ id, chrome, strings, textOf, reset }: ToolOptions): Tools {
  const state = createElement('span', { className: 'live-edited' });
  const status = createElement('output', {});
  let timer: ReturnType<typeof setTimeout> | undefined;

  function say(text: string): void {
    clearTimeout(timer);
    status.textContent = text;
    timer = setTimeout(() => status.replaceChildren(), text.length * READING_MS);
  }

  async function copyLink(): Promise<string> {
    const link = encodeLink({ id, text: textOf() });
    try {
      // Some browsers require the call within the click, before the link is ready.
      const blob = link.then(toBlob);
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
      return chrome.strings.copied;
    } catch {
      return link.then(putIntoAddress).then(
        () => strings.editorLinkInAddress,
        () => strings.editorLinkTooLong,
      );
    }
  }

  const resetButton = createButton(strings.editorReset, () => {
    reset();
    say(strings.editorWasReset);
  });
  const linkButton = createButton(strings.editorCopyLink, async () => say(await copyLink()));
  const className = 'live-editor-tools';
  return {
    element: createElement('div', { className }, state, resetButton, linkButton, status),
    showEdited(isEdited) {
      const text = isEdited ? strings.editorEdited : strings.editorEditing;
      if (state.textContent !== text) {
        state.textContent = text; // every change costs a layout, also to the same text
        resetButton.hidden = !isEdited;
      }
    },
  };
}

const createButton = (textContent: string, onclick: () => void): HTMLButtonElement =>
  createElement('button', { type: 'button', textContent, onclick });

const toBlob = (hash: string): Blob => new Blob([addressOf(hash)], { type: 'text/plain' });

/** The address of this page, including its query, with the code. */
const addressOf = (hash: string): string => new URL(hash, location.href).href;

/** A fallback: users can copy the link from there. */
function putIntoAddress(hash: string): void {
  skipLink(hash);
  history.replaceState(history.state, '', hash);
}
