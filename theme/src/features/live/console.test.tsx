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

const items = (container: HTMLElement): (string | null)[] =>
  [...container.querySelectorAll('li')].map(({ textContent }) => textContent);

test('lines are rendered as text, never as HTML', () => {
  const container = show([{ text: '<img src=x onerror=alert(1)>' }]);
  expect(items(container)).toEqual(['<img src=x onerror=alert(1)>']);
  expect(container.querySelector('img')).toBeNull();
});

test('visits have headings if there are several', () => {
  expect(items(show([{ text: 'a' }]))).toEqual(['a']);
  const container = show([
    { visit: 'before', text: 'a' },
    { visit: 'before', text: 'b' },
    { visit: 'first', text: 'c' },
    { visit: 'other-tab', text: 'd' },
    { visit: 'reload', text: 'e' },
  ]);
  expect(items(container)).toEqual([
    ...['liveBefore {count}', 'a', 'b', 'liveNow {count}', 'c'],
    ...['liveSecondTab {count}', 'd', 'liveReloaded {count}', 'e'],
  ]);
});

test('the number of hidden lines is shown', () => {
  expect(show([{ text: 'a' }]).querySelector('.live-note')).toBeNull();
  const note = show([{ text: 'a' }], 7).querySelector('.live-note');
  expect(note?.textContent).toBe('liveMoreLines 7');
});

test('a console that scrolls shows the number of its lines', () => {
  const few = Array.from({ length: 9 }, () => ({ text: 'a' }));
  expect(show(few).querySelector('.live-count')).toBeNull();
  const count = show([...few, { text: 'b' }]).querySelector('.live-count');
  expect(count?.textContent).toBe('liveLines 10');
});

test('an error links to its page, within its text or after it', () => {
  const link = '/base/errors.html#full';
  const container = show([
    { level: 'error', text: `See ${link} now`, link },
    { level: 'error', text: 'See the page', link },
  ]);
  expect(items(container)).toEqual([
    `Error: See ${link} now`,
    'Error: See the page liveHelp {count}',
  ]);
  const links = [...container.querySelectorAll('a')].map((one) => [one.getAttribute('href')]);
  expect(links).toEqual([[link], [link]]);
});

test.for(['javascript:alert(1)', 'https://elsewhere.example/'])(
  '%s is not rendered as a link',
  (link) => {
    const container = show([{ level: 'error', text: `See ${link}`, link }]);
    expect(items(container)).toEqual([`Error: See ${link}`]);
    expect(container.querySelector('a')).toBeNull();
  },
);
