import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { App } from '../../app/app';
import type { NotFoundView } from '../../app/data';
import { loadRareLayout } from '../../app/layouts';
import type { LazyStrings } from '../../shared/strings';
import { render } from '../../testing/render';
import { sampleChrome, samplePage } from '../../testing/samples';
import { type Answer, UNASKED } from '../search/dialog/searcher';
import { Status } from '../search/dialog/status';
import { isLost, LONGEST_QUERY, PAUSE_MS, watchSearchesWithoutResults, whenSettled } from './page';

const UNKNOWN: NotFoundView = { kind: 'not-found', chromes: [sampleChrome()], isSettled: false };

beforeEach(async () => {
  await loadRareLayout('notFound');
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

// --- the page at the current URL -----------------------------------------------------------------

test('a page is settled immediately, and not lost', () => {
  render(<App view={{ kind: 'page', page: samplePage(), chrome: sampleChrome() }} />);
  const task = vi.fn();
  whenSettled(task);
  expect(task).toHaveBeenCalledOnce();
  expect(isLost()).toBe(false);
});

test('an unknown path is not settled until it is certain that there is no page', async () => {
  const container = render(<App view={UNKNOWN} />);
  const task = vi.fn();
  whenSettled(task);
  container.append(document.createElement('p')); // an unrelated mutation
  await vi.advanceTimersByTimeAsync(1000);
  expect(task).not.toHaveBeenCalled();
  container.querySelector('main')?.classList.remove('open', 'pending');
  await vi.advanceTimersByTimeAsync(0);
  expect(task).toHaveBeenCalledOnce();
  expect(isLost()).toBe(true);
});

test('an unknown path that turns out to be a page is not lost', async () => {
  const container = render(<App view={UNKNOWN} />);
  const task = vi.fn();
  whenSettled(task);
  container.querySelector('main')?.removeAttribute('class');
  await vi.advanceTimersByTimeAsync(0);
  expect(task).toHaveBeenCalledOnce();
  expect(isLost()).toBe(false);
});

test('the settled layout of an unknown path has none of the pending classes', () => {
  render(<App view={{ ...UNKNOWN, isSettled: true }} />);
  const task = vi.fn();
  whenSettled(task);
  expect(task).toHaveBeenCalledOnce();
  expect(isLost()).toBe(true);
});

// --- searches ------------------------------------------------------------------------------------

/** Each string is its own key. */
const strings = new Proxy({ searchCount: { other: '{count}' } } as LazyStrings, {
  get: (texts, name) => Reflect.get(texts, name) ?? String(name),
});

const onSearch = vi.fn<(query: string) => void>();
const field = document.createElement('input');
// Registered once, as in a document, so each test uses a different query.
watchSearchesWithoutResults(onSearch);

beforeEach(() => {
  onSearch.mockReset();
  field.className = 'search-field';
});

/** Renders the dialog with an answer. */
function show(answer: Partial<Answer>, count = 0): void {
  const whole: Answer = { ...UNASKED, status: 'found', ...answer };
  const status = (
    <Status
      answer={whole}
      count={count}
      strings={strings}
      locale="en"
      tracker=""
      retry=""
      onRetry={() => {}}
    />
  );
  document.body.replaceChildren();
  render(status).prepend(field);
}

function type(text: string, init: InputEventInit = {}): void {
  field.value = text;
  act(() => field.dispatchEvent(new InputEvent('input', { bubbles: true, ...init })));
}

/** Types a query whose search has finished. */
function search(text: string, answer: Partial<Answer> = {}, count = 0): void {
  show({ query: text.trim(), ...answer }, count);
  type(text);
}

test('a search without results is reported once the user has stopped typing', () => {
  search('xy');
  vi.advanceTimersByTime(PAUSE_MS - 1);
  search(' xyzzy ');
  vi.advanceTimersByTime(PAUSE_MS - 1);
  expect(onSearch).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('xyzzy');
});

test('a repeated search is reported once, a different one again', () => {
  for (const query of ['plugh', 'plugh ', 'plover']) {
    search(query);
    vi.advanceTimersByTime(PAUSE_MS);
  }
  expect(onSearch.mock.calls).toEqual([['plugh'], ['plover']]);
});

test('a long query is truncated', () => {
  search('x'.repeat(LONGEST_QUERY + 1));
  vi.advanceTimersByTime(PAUSE_MS);
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('x'.repeat(LONGEST_QUERY));
});

test.for<[string, Partial<Answer>, number]>([
  ['something was found', { status: 'found' }, 3],
  ['the search failed', { status: 'failed' }, 0],
])('nothing is reported when %s', ([, answer, count]) => {
  search('frotz', answer, count);
  vi.advanceTimersByTime(PAUSE_MS);
  expect(onSearch).not.toHaveBeenCalled();
});

test.for<[string, Partial<Answer>]>([
  ['the first', { status: 'idle' }],
  ['after one without results', { query: 'other' }],
  ['that takes longer', { query: 'other', isLate: true }],
])('an unfinished search, %s, is reported when it has found nothing', ([query, answer]) => {
  show(answer);
  type(query);
  vi.advanceTimersByTime(2 * PAUSE_MS);
  expect(onSearch).not.toHaveBeenCalled();
  show({ query });
  vi.advanceTimersByTime(PAUSE_MS);
  expect(onSearch).toHaveBeenCalledExactlyOnceWith(query);
});

test('an empty field and other fields are ignored', () => {
  search(' ');
  vi.advanceTimersByTime(PAUSE_MS);
  field.className = '';
  search('frotz');
  vi.advanceTimersByTime(PAUSE_MS);
  expect(onSearch).not.toHaveBeenCalled();
});

test('unfinished pinyin is not reported, the composed word is', () => {
  show({ query: '浇' });
  type('jiao', { isComposing: true });
  vi.advanceTimersByTime(PAUSE_MS);
  expect(onSearch).not.toHaveBeenCalled();
  field.value = '浇';
  field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
  vi.advanceTimersByTime(PAUSE_MS);
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('浇');
});
