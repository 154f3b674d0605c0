import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { App } from '../../app/app';
import type { NotFoundView } from '../../app/data';
import { loadRareLayout } from '../../app/layouts';
import type { LazyStrings } from '../../shared/strings';
import { render } from '../../testing/render';
import { sampleChrome, samplePage } from '../../testing/samples';
import type { Answer } from '../search/dialog/searcher';
import { Status } from '../search/dialog/status';
import { isLost, LONGEST_QUERY, PAUSE_MS, watchFruitlessSearches, whenSettled } from './page';

const UNKNOWN: NotFoundView = { kind: 'not-found', chromes: [sampleChrome()], isSettled: false };

beforeEach(async () => {
  await loadRareLayout('notFound');
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

// --- what stands at the address ------------------------------------------------------------------

test('a page is settled at once, and not lost', () => {
  render(<App view={{ kind: 'page', page: samplePage(), chrome: sampleChrome() }} />);
  const task = vi.fn();
  whenSettled(task);
  expect(task).toHaveBeenCalledOnce();
  expect(isLost()).toBe(false);
});

test('an unknown path is waited for until it is certain that there is no page', async () => {
  const place = render(<App view={UNKNOWN} />);
  const task = vi.fn();
  whenSettled(task);
  place.append(document.createElement('p')); // something happens, but not that
  await vi.advanceTimersByTimeAsync(1000);
  expect(task).not.toHaveBeenCalled();
  place.querySelector('main')?.classList.remove('open', 'untold');
  await vi.advanceTimersByTimeAsync(0);
  expect(task).toHaveBeenCalledOnce();
  expect(isLost()).toBe(true);
});

test('an unknown path that turns out to be a page is no lost one', async () => {
  const place = render(<App view={UNKNOWN} />);
  const task = vi.fn();
  whenSettled(task);
  place.querySelector('main')?.removeAttribute('class');
  await vi.advanceTimersByTimeAsync(0);
  expect(task).toHaveBeenCalledOnce();
  expect(isLost()).toBe(false);
});

test('what settles an unknown path is a layout without those classes', () => {
  render(<App view={{ ...UNKNOWN, isSettled: true }} />);
  const task = vi.fn();
  whenSettled(task);
  expect(task).toHaveBeenCalledOnce();
  expect(isLost()).toBe(true);
});

// --- searches ------------------------------------------------------------------------------------

/** Every word is its own name. */
const strings = new Proxy({} as LazyStrings, { get: (_, name) => String(name) });

const tell = vi.fn<(query: string) => void>();
const field = document.createElement('input');
// Once for all tests, as in a document: each of them searches for something else.
watchFruitlessSearches(tell);

beforeEach(() => {
  tell.mockReset();
  field.className = 'search-field';
});

/** The dialog with an answer. */
function show(answer: Partial<Answer>, count = 0): void {
  const whole: Answer = { status: 'found', query: '', groups: [], isLate: false, ...answer };
  const status = (
    <Status answer={whole} count={count} strings={strings} tracker="" retry="" onRetry={() => {}} />
  );
  document.body.replaceChildren();
  render(status).prepend(field);
}

function type(text: string, init: InputEventInit = {}): void {
  field.value = text;
  act(() => field.dispatchEvent(new InputEvent('input', { bubbles: true, ...init })));
}

test('what is nowhere is told once the reader has stopped typing', () => {
  show({});
  type('xy');
  vi.advanceTimersByTime(PAUSE_MS - 1);
  type(' xyzzy ');
  vi.advanceTimersByTime(PAUSE_MS - 1);
  expect(tell).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(tell).toHaveBeenCalledExactlyOnceWith('xyzzy');
});

test('the same again is told once, another one again', () => {
  show({});
  for (const query of ['plugh', 'plugh ', 'plover']) {
    type(query);
    vi.advanceTimersByTime(PAUSE_MS);
  }
  expect(tell.mock.calls).toEqual([['plugh'], ['plover']]);
});

test('of a long text only the beginning is told', () => {
  show({});
  type('x'.repeat(LONGEST_QUERY + 1));
  vi.advanceTimersByTime(PAUSE_MS);
  expect(tell).toHaveBeenCalledExactlyOnceWith('x'.repeat(LONGEST_QUERY));
});

test.for<[string, Partial<Answer>, number]>([
  ['something was found', { status: 'found' }, 3],
  ['the answer is on its way', { status: 'found', isLate: true }, 0],
  ['the search failed', { status: 'failed' }, 0],
  ['nothing was asked', { status: 'idle' }, 0],
])('nothing is told when %s', ([, answer, count]) => {
  show(answer, count);
  type('frotz');
  vi.advanceTimersByTime(PAUSE_MS);
  expect(tell).not.toHaveBeenCalled();
});

test('an emptied field, and other fields, are no searches', () => {
  show({});
  type(' ');
  vi.advanceTimersByTime(PAUSE_MS);
  field.className = '';
  type('frotz');
  vi.advanceTimersByTime(PAUSE_MS);
  expect(tell).not.toHaveBeenCalled();
});

test('half-typed pinyin is not told, the word is', () => {
  show({});
  type('jiao', { isComposing: true });
  vi.advanceTimersByTime(PAUSE_MS);
  expect(tell).not.toHaveBeenCalled();
  field.value = '浇';
  field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
  vi.advanceTimersByTime(PAUSE_MS);
  expect(tell).toHaveBeenCalledExactlyOnceWith('浇');
});
