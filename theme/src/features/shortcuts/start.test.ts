import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PageView } from '../../app/data';
import type { ExtrasContext } from '../../shared/context';
import { sampleChrome, samplePage } from '../../testing/samples';
import { openShortcuts } from './open';
import { startShortcuts } from './start';

vi.mock('./open');
vi.mock('../../shared/adopt-styles');

const openSearch = vi.fn();
const chrome = sampleChrome();
const view: PageView = { kind: 'page', page: samplePage(), chrome };
let listeners: AbortController;

/** Removes all listeners after a test. */
beforeEach(() => {
  listeners = new AbortController();
  const listen = window.addEventListener;
  vi.spyOn(window, 'addEventListener').mockImplementation((type, listener) =>
    listen.call(window, type, listener as EventListener, { signal: listeners.signal }),
  );
  document.body.innerHTML = `
    <header>
      <button class="search-button">Search</button>
    </header>
    <input><input type="radio"><textarea></textarea><p contenteditable="true" tabindex="0"></p><a href="#">Link</a>`;
  document.querySelector('.search-button')?.addEventListener('click', openSearch);
  vi.mocked(openShortcuts).mockReset();
  openSearch.mockReset();
  localStorage.clear();
});

afterEach(() => {
  listeners.abort();
  vi.restoreAllMocks();
});

const start = (firstInput = new Event('pointermove')): void =>
  startShortcuts({ currentView: () => view, firstInput } as ExtrasContext);

/** Returns whether the key was left to the browser. */
function press(
  key: string,
  init: KeyboardEventInit = {},
  target: Element = document.body,
): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  return target.dispatchEvent(event);
}

test.for(['input', 'textarea', 'p'])('a key typed into %s is not a shortcut', (selector) => {
  start();
  const target = document.querySelector(selector) as Element;
  expect([press('/', {}, target), press('?', {}, target)]).toEqual([true, true]);
  expect(openSearch).not.toHaveBeenCalled();
});

test.for(['a', '[type=radio]'])('a key pressed on %s is a shortcut', (selector) => {
  start();
  expect(press('/', {}, document.querySelector(selector) as Element)).toBe(false);
});

test.for([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }])(
  'with %o a key is not a shortcut',
  (init) => {
    start();
    expect([press('/', init), press('?', init)]).toEqual([true, true]);
  },
);

test('shortcuts are disabled while a dialog is open', () => {
  start();
  document.body.append(Object.assign(document.createElement('dialog'), { open: true }));
  expect([press('/'), press('?')]).toEqual([true, true]);
});

test('a key typed into a shadow root is not a shortcut', () => {
  start();
  const host = document.body.appendChild(document.createElement('div'));
  const editor = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('p'));
  editor.setAttribute('contenteditable', 'true');
  expect(press('/', { composed: true }, editor)).toBe(true);
  expect(openSearch).not.toHaveBeenCalled();
});
