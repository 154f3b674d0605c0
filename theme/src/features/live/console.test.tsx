import { expect, test } from 'vitest';
import type { LazyStrings } from '../../shared/strings';
import { render } from '../../testing/render';
import { sampleChrome } from '../../testing/samples';
import { Console } from './console';
import type { Line, SessionState } from './session-state';

const strings = new Proxy({} as LazyStrings, { get: (_, name) => `${String(name)} {count}` });

function show(lines: readonly Partial<Line>[], forgotten = 0): HTMLElement {
  const state = {
    forgotten,
    lines: lines.map((line, id) => ({ id, level: 'log', text: '', visit: 'first', ...line })),
  } as unknown as SessionState;
  return render(<Console state={state} strings={strings} chrome={sampleChrome()} />);
}

const items = (place: HTMLElement): (string | null)[] =>
  [...place.querySelectorAll('li')].map(({ textContent }) => textContent);

test('lines are text, whatever is in them', () => {
  const place = show([{ text: '<img src=x onerror=alert(1)>' }]);
  expect(items(place)).toEqual(['<img src=x onerror=alert(1)>']);
  expect(place.querySelector('img')).toBeNull();
});

test('visits have headings, the only one has none', () => {
  expect(items(show([{ text: 'a' }]))).toEqual(['a']);
  const place = show([
    { visit: 'before', text: 'a' },
    { visit: 'before', text: 'b' },
    { visit: 'first', text: 'c' },
    { visit: 'other-tab', text: 'd' },
    { visit: 'reload', text: 'e' },
  ]);
  expect(items(place)).toEqual([
    ...['liveBefore {count}', 'a', 'b', 'liveNow {count}', 'c'],
    ...['liveSecondTab {count}', 'd', 'liveReloaded {count}', 'e'],
  ]);
});

test('how many lines are not shown is said', () => {
  expect(show([{ text: 'a' }]).querySelector('.live-note')).toBeNull();
  const note = show([{ text: 'a' }], 7).querySelector('.live-note');
  expect(note?.textContent).toBe('liveMoreLines 7');
});

test('a console that scrolls says how many lines it has', () => {
  const few = Array.from({ length: 9 }, () => ({ text: 'a' }));
  expect(show(few).querySelector('.live-count')).toBeNull();
  const count = show([...few, { text: 'b' }]).querySelector('.live-count');
  expect(count?.textContent).toBe('liveLines 10');
});

test('an error leads to its page, inside of its text or after it', () => {
  const link = '/base/errors.html#full';
  const place = show([
    { level: 'error', text: `See ${link} now`, link },
    { level: 'error', text: 'See the page', link },
  ]);
  expect(items(place)).toEqual([`Error: See ${link} now`, 'Error: See the page liveHelp {count}']);
  const links = [...place.querySelectorAll('a')].map((one) => [one.getAttribute('href')]);
  expect(links).toEqual([[link], [link]]);
});

test.for(['javascript:alert(1)', 'https://elsewhere.example/'])('%s is no link', (link) => {
  const place = show([{ level: 'error', text: `See ${link}`, link }]);
  expect(items(place)).toEqual([`Error: See ${link}`]);
  expect(place.querySelector('a')).toBeNull();
});
