import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LazyStrings } from '../../../shared/strings';
import { sampleChrome } from '../../../testing/samples';
import { decodeLink, encodeLink } from '../link-code';
import { skipLink } from '../links';
import { createTools } from './tools';

vi.mock('../links', () => ({ skipLink: vi.fn() }));

const ID = 'guide/a.ts';

/** Each string is its own key. */
const strings = new Proxy({} as LazyStrings, { get: (_, name) => String(name) });

let text: string;
let copied: string | undefined;
let reset: () => void;

beforeEach(() => {
  text = 'let a;';
  copied = undefined;
  reset = vi.fn();
  history.replaceState('state', '', '/guide/start.html?framework=react#a-heading');
  // jsdom has no clipboard.
  vi.stubGlobal(
    'ClipboardItem',
    class {
      constructor(readonly data: Record<string, Promise<Blob>>) {}
    },
  );
  allowCopying(true);
});

afterEach(() => vi.unstubAllGlobals());

function allowCopying(isAllowed: boolean): void {
  const write = async ([item]: { data: Record<string, Promise<Blob>> }[]): Promise<void> => {
    const blob = await item?.data['text/plain'];
    if (!isAllowed || !blob) {
      throw new DOMException('No', 'NotAllowedError');
    }
    copied = await new Response(new Uint8Array(await readBytes(blob))).text();
  };
  vi.stubGlobal('navigator', { clipboard: { write } });
}

const readBytes = (blob: Blob): Promise<ArrayBuffer> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(blob);
  });

const build = () =>
  createTools({ id: ID, chrome: sampleChrome(), strings, textOf: () => text, reset });

/** Presses a button, and returns the message that appears. */
async function press(label: string): Promise<string | null | undefined> {
  const { element: tools } = build();
  const button = [...tools.querySelectorAll('button')].find((each) => each.textContent === label);
  button?.click();
  await expect.poll(() => tools.querySelector('output')?.textContent).not.toBe('');
  return tools.querySelector('output')?.textContent;
}

test('the link has the URL of this page, including its query, and the code', async () => {
  expect(await press('editorCopyLink')).toBe('copied');
  const { origin, pathname, search, hash } = new URL(copied ?? '');
  expect([origin, pathname, search]).toEqual([
    location.origin,
    '/guide/start.html',
    '?framework=react',
  ]);
  expect(await decodeLink(hash)).toEqual({ id: ID, text });
  expect(location.hash).toBe('#a-heading');
});

test('if copying fails, the link is in the URL and is not followed', async () => {
  allowCopying(false);
  expect(await press('editorCopyLink')).toBe('editorLinkInAddress');
  const link = await encodeLink({ id: ID, text });
  expect([location.hash, history.state]).toEqual([link, 'state']);
  expect(skipLink).toHaveBeenCalledExactlyOnceWith(link);
});

test('code that is too long for a link is neither copied nor in the URL', async () => {
  text = 'a'.repeat(50_001);
  expect(await press('editorCopyLink')).toBe('editorLinkTooLong');
  expect([copied, location.hash]).toEqual([undefined, '#a-heading']);
});

test('only edited code can be reset', () => {
  const { element, showEdited } = build();
  const button = element.querySelector('button');
  showEdited(false);
  expect([element.querySelector('span')?.textContent, button?.hidden]).toEqual([
    'editorEditing',
    true,
  ]);
  showEdited(true);
  expect([element.querySelector('span')?.textContent, button?.hidden]).toEqual([
    'editorEdited',
    false,
  ]);
});

test('a reset is announced', async () => {
  expect(await press('editorReset')).toBe('editorWasReset');
  expect(reset).toHaveBeenCalledOnce();
});

test('the DOM only changes when the edited state changes', async () => {
  const { element, showEdited } = build();
  const records: MutationRecord[] = [];
  const observer = new MutationObserver((found) => records.push(...found));
  showEdited(true);
  observer.observe(element, {
    attributes: true,
    childList: true,
    characterData: true,
    subtree: true,
  });
  showEdited(true);
  showEdited(true);
  await Promise.resolve();
  expect(records).toEqual([]);
  showEdited(false);
  await Promise.resolve();
  expect(records).not.toEqual([]);
});
