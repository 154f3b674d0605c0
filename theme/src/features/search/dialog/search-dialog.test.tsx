import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PageLink } from '../../../../../contracts/records.gen';
import type { LazyStrings } from '../../../shared/strings';
import { render } from '../../../testing/render';
import { sampleChrome } from '../../../testing/samples';
import type { Search, SearchAnswer, SearchGroup } from '../types';
import { SearchDialog } from './search-dialog';
import { LATE_MS, PAUSE_MS } from './searcher';

/** Each string is its own key. */
const strings = new Proxy({ searchCount: { other: '{count}' } } as LazyStrings, {
  get: (texts, name) => Reflect.get(texts, name) ?? String(name),
});

const GROUP: SearchGroup = {
  page: { title: 'Start', path: '/guide/start.html' },
  locale: 'en-US',
  isPartial: false,
  missing: [],
  step: 0,
  results: [
    { heading: 'Start', path: '/guide/start.html#start', excerpt: [] },
    { heading: 'Water', path: '/guide/start.html#water', excerpt: [] },
  ],
};
const FOREIGN: SearchGroup = {
  page: { title: '开始', path: '/zh/guide/start.html' },
  locale: 'zh-CN',
  isPartial: false,
  missing: [],
  step: 0,
  results: [{ heading: '浇水', path: '/zh/guide/start.html#water', excerpt: [] }],
};

const answerWith = (...groups: SearchGroup[]): SearchAnswer => ({
  groups,
  hasMore: false,
  corrected: undefined,
});

const search = vi.fn<Search['search']>();
const suggest = vi.fn<Search['suggest']>();
const close = vi.fn();
const navigated = vi.fn<(href: string) => void>();

beforeEach(() => {
  vi.useFakeTimers();
  search.mockReset().mockResolvedValue(answerWith(FOREIGN, GROUP));
  suggest.mockReset().mockResolvedValue([]);
  close.mockReset();
  navigated.mockReset();
});

const engine: Search = { search, suggest, warm: () => {} };
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const options = () => all('[role=option]');
const field = () => document.querySelector('input') as HTMLInputElement;
const status = () => document.querySelector('[role=status]')?.textContent;
const selected = () => all('[aria-selected=true]').map((option) => option.getAttribute('href'));
const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

function show(recent: readonly PageLink[] = []): void {
  const container = render(
    <SearchDialog
      chrome={sampleChrome()}
      strings={strings}
      engine={engine}
      recent={recent}
      close={close}
      showShortcuts={() => {}}
    />,
  );
  // jsdom can't navigate, and would log an error.
  container.addEventListener('click', (event) => {
    event.preventDefault();
    const link = (event.target as Element).closest('a');
    if (link) {
      navigated(link.getAttribute('href') ?? '');
    }
  });
}

async function type(text: string, { isComposing = false } = {}): Promise<void> {
  await act(async () => {
    field().value = text;
    field().dispatchEvent(new InputEvent('input', { bubbles: true, isComposing }));
  });
}

/** Returns whether the dialog left the key to the browser. */
async function press(key: string, init: KeyboardEventInit = {}): Promise<boolean> {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  return await act(async () => field().dispatchEvent(event));
}

async function find(text: string): Promise<void> {
  await type(text);
  await advance(PAUSE_MS);
}

test('continuous typing searches once', async () => {
  show();
  await type('w');
  await advance(PAUSE_MS - 1);
  await find(' wa ');
  expect(search).toHaveBeenCalledExactlyOnceWith('wa', expect.any(AbortSignal), 1);
});

test('an answer to an earlier query is discarded', async () => {
  const answers: ((answer: SearchAnswer) => void)[] = [];
  search.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  show();
  await find('w');
  await find('wa');
  expect(search.mock.calls[0]?.[1]?.aborted).toBe(true);
  await act(async () => answers[1]?.(answerWith(GROUP)));
  await act(async () => answers[0]?.(answerWith(FOREIGN)));
  expect(options()).toHaveLength(2);
});

test('a click that opens another tab leaves the dialog open', async () => {
  show();
  await find('water');
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true });
  await act(async () => options()[0]?.dispatchEvent(click));
  expect(close).not.toHaveBeenCalled();
});

test('Ctrl-Enter before the answer arrives opens the result in another tab', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  show();
  await type('water');
  await press('Enter', { ctrlKey: true });
  await advance(0);
  expect(open).toHaveBeenCalledExactlyOnceWith(
    '/base/guide/start.html#start',
    '_blank',
    'noopener',
  );
  expect([close.mock.calls, navigated.mock.calls]).toEqual([[], []]);
});

test('typing after such an Enter cancels it', async () => {
  show();
  await type('wat');
  await press('Enter');
  await find('water');
  expect(navigated).not.toHaveBeenCalled();
});

test.each([
  ['while composing', { isComposing: true }],
  ['sent by Safari after composing', { keyCode: 229 }],
])('keys of an input method are ignored: %s', async (_, init) => {
  show();
  await find('water');
  const before = selected();
  for (const key of ['ArrowDown', 'ArrowUp', 'Home', 'End', 'Enter']) {
    expect(await press(key, init)).toBe(true);
  }
  expect(selected()).toEqual(before);
  expect([close.mock.calls, navigated.mock.calls]).toEqual([[], []]);
});

test('Esc in an input method does not close the dialog', async () => {
  show();
  expect(await press('Escape', { isComposing: true })).toBe(false);
  expect(await press('Escape')).toBe(true);
});

test('on Android, where every word is composed, a pause starts the search', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 16)');
  show();
  await type('wat', { isComposing: true });
  await advance(PAUSE_MS);
  expect(search).not.toHaveBeenCalled();
  await advance(300);
  expect(search).toHaveBeenCalledExactlyOnceWith('wat', expect.any(AbortSignal), 1);
});

test('the loading status only appears for slow searches', async () => {
  let answer = (_: SearchAnswer): void => {};
  search.mockImplementation(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  show();
  await find('water');
  await advance(LATE_MS - 1);
  expect(status()).toBe('');
  await advance(1);
  expect(status()).toBe('searchLoading');
  await act(async () => answer(answerWith()));
  expect(status()).toBe('searchNone');
  expect(document.body.textContent).toContain('searchNoneHint');
});

test('Enter repeats a search that failed', async () => {
  search.mockRejectedValueOnce(new Error('offline'));
  show();
  await find('water');
  expect(options()).toEqual([]);
  await press('Enter');
  await advance(0);
  expect(options()).toHaveLength(3);
});

test('an empty field offers recent pages, and Enter opens none without a selection', async () => {
  suggest.mockResolvedValue([{ text: 'Start', path: '/guide/start.html' }]);
  show([{ text: 'More', path: '/guide/more.html' }]);
  await advance(0);
  expect(options().map((option) => option.getAttribute('href'))).toEqual(['/base/guide/more.html']);
  expect(document.body.textContent).toContain('searchHint');
  expect(status()).toBe('');
  await press('Enter');
  expect(navigated).not.toHaveBeenCalled();
  await press('ArrowDown');
  await press('Enter');
  expect(navigated).toHaveBeenCalledExactlyOnceWith('/base/guide/more.html');
});

test('clearing the field removes the results immediately', async () => {
  show();
  await find('water');
  await type('  ');
  expect(options()).toEqual([]);
  expect(field().getAttribute('aria-expanded')).toBe('false');
});

test('the pointer selects the option below it', async () => {
  show();
  await find('water');
  await act(async () => options()[1]?.dispatchEvent(new Event('pointermove', { bubbles: true })));
  expect(selected()).toEqual(['/base/guide/start.html#water']);
});

test('one separator names the words that are missing from the results below it', async () => {
  const partial = { ...GROUP, isPartial: true, missing: ['cold', 'tea'] };
  const others = { ...partial, results: GROUP.results.slice(1) };
  search.mockResolvedValue(answerWith(GROUP, partial, others));
  show();
  await find('cold tea water');
  expect(all('.search-partial').map((element) => element.textContent)).toEqual(['searchWithout']);
  const labels = all('[role=group]').map((group) => group.getAttribute('aria-labelledby'));
  expect(labels).toEqual(['_group-0', '_group-1-partial _group-1', '_group-2-partial _group-2']);
  for (const id of labels.join(' ').split(' ')) {
    expect(document.getElementById(id)).not.toBeNull();
  }
});

test('the status shows the corrected query', async () => {
  search.mockResolvedValue({ ...answerWith(GROUP), corrected: 'water' });
  show();
  await find('watre');
  expect(status()).toBe('searchCorrected');
});

test('without results, suggestions and the issue tracker are offered, and Enter opens none', async () => {
  search.mockResolvedValue(answerWith());
  suggest.mockResolvedValue([{ text: 'Start', path: '/guide/start.html' }]);
  show();
  await type('xyzzy');
  await press('Enter');
  await advance(PAUSE_MS);
  expect(status()).toBe('searchNone');
  expect(options().map((option) => option.getAttribute('href'))).toEqual([
    '/base/guide/start.html',
  ]);
  expect(navigated).not.toHaveBeenCalled();
  const tracker = document.querySelector('.search-hint > a');
  expect(tracker?.getAttribute('href')).toBe(`${sampleChrome().repository}/issues`);
});

test('an empty field offers suggestions if there are no recent pages', async () => {
  suggest.mockResolvedValue([{ text: 'Start', path: '/guide/start.html' }]);
  show();
  await advance(0);
  expect(options().map((option) => option.textContent)).toEqual(['Start']);
});

const MORE: SearchGroup = {
  page: { title: 'Pots', path: '/pots.html' },
  locale: 'en-US',
  isPartial: false,
  missing: [],
  step: 1,
  results: [{ heading: 'Pots', path: '/pots.html#pots', excerpt: [] }],
};

test('more results follow those of all languages, and the first of them is selected', async () => {
  search.mockResolvedValueOnce({ ...answerWith(FOREIGN, GROUP), hasMore: true });
  search.mockResolvedValue(answerWith(FOREIGN, GROUP, MORE));
  show();
  await find('water');
  expect(options().map(({ id }) => id)).toEqual(['_choice-0', '_choice-1', '_choice-2', '_more']);
  expect(status()).toBe('3');
  await press('ArrowUp');
  expect(field().getAttribute('aria-activedescendant')).toBe('_more');
  await press('Enter');
  expect(search.mock.calls.map(([query, , steps]) => [query, steps])).toEqual([
    ['water', 1],
    ['water', 2],
  ]);
  expect(options().map((option) => option.getAttribute('href'))).toEqual([
    '/base/guide/start.html#start',
    '/base/guide/start.html#water',
    '/base/zh/guide/start.html#water',
    '/base/pots.html#pots',
  ]);
  expect(selected()).toEqual(['/base/pots.html#pots']);
  expect(navigated).not.toHaveBeenCalled();
});

test('another query starts with the first results again', async () => {
  search.mockResolvedValue({ ...answerWith(GROUP), hasMore: true });
  show();
  await find('water');
  await act(async () => document.getElementById('_more')?.click());
  await find('tea');
  expect(search.mock.calls.at(-1)?.slice(0, 3)).toEqual(['tea', expect.any(AbortSignal), 1]);
});
