import { beforeEach, describe, expect, test } from 'vitest';
import { charactersOf, type Entry, QUOTA_CHARACTERS } from './entry.ts';
import type { InspectorStrings } from './strings.ts';
import { createInspector, type Inspector } from './view.ts';

const strings: InspectorStrings = {
  language: 'en-US',
  local: 'Local storage',
  session: 'Session storage',
  memory: 'Memory',
  version: 'version {version}',
  noModule: 'no module',
  isProtected: 'protected',
  isOpen: 'unprotected',
  size: '{characters} characters, {share} of the quota',
  total: '{characters} of about {quota} characters',
  changed: 'Changed:',
  cut: '{count} more characters not shown',
  empty: 'Nothing stored',
};
const entry = (text: string, more: Partial<Entry> = {}): Entry => ({
  key: 'tea_v2',
  storage: 'local',
  text,
  version: 2,
  isProtected: false,
  ...more,
});

let host: HTMLElement;
let inspector: Inspector;
const textsOf = (selector: string): string[] =>
  [...host.querySelectorAll(selector)].map(({ textContent }) => textContent?.trim() ?? '');

beforeEach(() => {
  host = document.createElement('div');
  inspector = createInspector(host, strings);
});

describe('an entry', () => {
  test('is shown with key, storage, version, protection, size and share', () => {
    inspector.show([entry('{"a":1}', { isProtected: true })]);
    expect(textsOf('.inspector-key')).toEqual(['tea_v2']);
    expect(textsOf('.inspector-facts li')).toEqual([
      'Local storage',
      'version 2',
      'protected',
      '13 characters, 0.00025% of the quota',
    ]);
  });

  test('of no module and without protection says so', () => {
    const { version: _, ...raw } = entry('x', { storage: 'session' });
    inspector.show([raw]);
    expect(textsOf('.inspector-facts li').slice(0, 3)).toEqual([
      'Session storage',
      'no module',
      'unprotected',
    ]);
  });

  test('is text, whatever is in it', () => {
    const text = JSON.stringify({ a: '<img src=x onerror=alert(1)>"' });
    inspector.show([entry(text, { key: '<b>' })]);
    expect(host.querySelector('img, b')).toBeNull();
    expect(JSON.parse(textsOf('pre')[0] ?? '')).toEqual(JSON.parse(text));
  });

  test('of megabytes says how much is not shown', () => {
    inspector.show([entry('x'.repeat(1_000_400))]);
    expect(textsOf('.inspector-cut')).toEqual(['1,000,000 more characters not shown']);
  });
});

describe('the last change', () => {
  test('is not marked at the first sight', () => {
    inspector.show([entry('{"a":1}')]);
    expect(textsOf('mark')).toEqual([]);
  });

  test('is marked, and said to those who do not see the mark', () => {
    inspector.show([entry('{"a":1,"b":1}')]);
    inspector.show([entry('{"a":1,"b":2}')]);
    expect(textsOf('mark')).toEqual(['Changed:   "b": 2']);
  });

  test('stays marked while nothing changes, also in another language', () => {
    inspector.show([entry('{"a":1}')]);
    inspector.show([entry('{"a":2}')]);
    inspector.show([entry('{"a":2}')]);
    inspector.speak({ ...strings, changed: '已更改：' });
    expect(textsOf('mark')).toEqual(['已更改：   "a": 2']);
  });

  test('gives way to the next, in whichever entry that is', () => {
    const other = entry('{"b":1}', { key: 'pot', storage: 'session' });
    inspector.show([entry('{"a":1}'), other]);
    inspector.show([entry('{"a":2}'), other]);
    inspector.show([entry('{"a":2}'), { ...other, text: '{"b":2}' }]);
    expect(textsOf('mark')).toEqual(['Changed:   "b": 2']);
  });
});

describe('a storage', () => {
  test('shows how much of its quota is used', () => {
    const entries = [entry('x'.repeat(100)), entry('y', { key: 'other' })];
    inspector.show(entries);
    const count = entries.reduce((sum, one) => sum + charactersOf(one), 0);
    expect(textsOf('.inspector-total')).toEqual([`${count} of about 5.2 million characters`]);
    expect(host.querySelector('progress')).toMatchObject({ value: count, max: QUOTA_CHARACTERS });
  });

  test('that is nearly full is told apart', () => {
    inspector.show([entry('x'.repeat(QUOTA_CHARACTERS - 10))]);
    expect(textsOf('.inspector-total')).toEqual(['5.2 million of about 5.2 million characters']);
    expect(host.querySelector('progress[data-full]')).not.toBeNull();
    inspector.show([entry('x'.repeat(100_000 - 'tea_v2'.length))]);
    expect(textsOf('.inspector-total')).toEqual(['100,000 of about 5.2 million characters']);
    expect(host.querySelector('progress[data-full]')).toBeNull();
  });

  test('without entries says so', () => {
    inspector.show([]);
    expect(host.textContent).toBe('Nothing stored');
  });
});

test('storages and keys are headings, unless the page around it has no place for them', () => {
  const headings = (): string[] => textsOf(':is(h1, h2, h3, h4)');
  inspector.show([entry('x')]);
  expect(headings()).toEqual(['Local storage', 'tea_v2']);
  createInspector(host, strings, { hasHeadings: false }).show([entry('x')]);
  expect(headings()).toEqual([]);
  expect(textsOf('.inspector-storage, .inspector-key')).toEqual(['Local storage', 'tea_v2']);
});
