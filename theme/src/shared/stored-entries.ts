import type { ContentSelector } from '../../../contracts/markup.gen';
import { PREFERENCES_STORED } from './preferences';

const TITLE = /^localStorage: (.+)$/;
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|[\d.eE+-]+|true|false|null/g;

/**
 * Code blocks with the title `localStorage: <key>` show the entry in the visitor's browser. While
 * nothing is stored, or storage is denied, they show their own text.
 */
export function showStoredEntries(root: ParentNode): () => void {
  const blocks = [...root.querySelectorAll<HTMLElement>('.code' satisfies ContentSelector)].flatMap(
    (block) => {
      const key = TITLE.exec(
        block.querySelector('.code-title' satisfies ContentSelector)?.textContent ?? '',
      )?.[1];
      const line = block.querySelector<HTMLElement>('.line' satisfies ContentSelector);
      return key && line ? [{ key, line, empty: [...line.childNodes] }] : [];
    },
  );
  const update = (): void => {
    for (const { key, line, empty } of blocks) {
      const text = read(key);
      if (text === null) {
        line.replaceChildren(...empty);
      } else if (text !== line.textContent) {
        line.replaceChildren(...highlight(text));
        line.classList.add('changed');
      }
    }
  };
  update();
  addEventListener(PREFERENCES_STORED, update);
  addEventListener('storage', update);
  return () => {
    removeEventListener(PREFERENCES_STORED, update);
    removeEventListener('storage', update);
  };
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // denied: nothing can be stored
  }
}

/** JSON with the classes that highlighted code has. */
function* highlight(json: string): Generator<Node | string> {
  let end = 0;
  for (const match of json.matchAll(TOKEN)) {
    yield json.slice(end, match.index);
    const [token, text, colon] = match;
    const span = document.createElement('span');
    span.className = colon ? 'p' : text ? 's' : 'n';
    span.textContent = text ?? token;
    yield span;
    yield colon ?? '';
    end = match.index + token.length;
  }
  yield json.slice(end);
}
