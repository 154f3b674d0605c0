import { beforeEach, describe, expect, test } from 'vitest';
import { type Entry, QUOTA_CHARACTERS } from '../src/inspector/entry.ts';
import english from '../src/inspector/strings/en.json';
import type { InspectorStrings } from '../src/inspector/strings.ts';
import { createInspector, type Inspector } from '../src/inspector/view.ts';

const strings: InspectorStrings = { ...english.entry, language: 'en-US' };
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

  test('never becomes markup', () => {
    const text = JSON.stringify({ a: '<img src=x onerror=alert(1)>"' });
    inspector.show([entry(text, { key: '<b>' })]);
    expect(host.querySelector('img, b')).toBeNull();
    expect(JSON.parse(textsOf('pre')[0] ?? '')).toEqual(JSON.parse(text));
  });

  test('that is very long is truncated', () => {
    inspector.show([entry('x'.repeat(1_000_400))]);
    expect(textsOf('.inspector-cut')).toEqual(['1,000,000 more characters not shown']);
  });
});

describe('the last change', () => {
  test('stays marked while nothing changes, also after a change of language', () => {
    inspector.show([entry('{"a":1}')]);
    inspector.show([entry('{"a":2}')]);
    inspector.show([entry('{"a":2}')]);
    inspector.setStrings({ ...strings, changed: '已更改：' });
    expect(textsOf('mark')).toEqual(['已更改：   "a": 2']);
  });

  test('is replaced by the next one, in any entry', () => {
    const other = entry('{"b":1}', { key: 'pot', storage: 'session' });
    inspector.show([entry('{"a":1}'), other]);
    inspector.show([entry('{"a":2}'), other]);
    inspector.show([entry('{"a":2}'), { ...other, text: '{"b":2}' }]);
    expect(textsOf('mark')).toEqual(['Changed:   "b": 2']);
  });
});

describe('a storage', () => {
  test('shows how much of its quota is used', () => {
    inspector.show([entry('x'.repeat(100)), entry('y', { key: 'other' })]);
    expect(textsOf('.inspector-total')).toEqual(['112 of about 5.2 million characters']);
    expect(host.querySelector('progress')).toMatchObject({ value: 112, max: QUOTA_CHARACTERS });
  });

  test('that is nearly full is highlighted', () => {
    inspector.show([entry('x'.repeat(QUOTA_CHARACTERS - 10))]);
    expect(textsOf('.inspector-total')).toEqual(['5.2 million of about 5.2 million characters']);
    expect(host.querySelector('progress[data-full]')).not.toBeNull();
    inspector.show([entry('x'.repeat(100_000 - 'tea_v2'.length))]);
    expect(textsOf('.inspector-total')).toEqual(['100,000 of about 5.2 million characters']);
    expect(host.querySelector('progress[data-full]')).toBeNull();
  });

  test('without entries is reported as empty', () => {
    inspector.show([]);
    expect(host.textContent).toBe('Nothing stored');
  });
});

test('a module without an entry is shown, and needs no space', () => {
  inspector.show([entry('', { isMissing: true }), entry('x', { key: 'other' })]);
  expect(textsOf('.inspector-facts li:last-child')[0]).toBe('not stored');
  expect(textsOf('.inspector-total')).toEqual(['6 of about 5.2 million characters']);
});

test('headings are optional', () => {
  const headings = (): string[] => textsOf(':is(h1, h2, h3, h4)');
  inspector.show([entry('x')]);
  expect(headings()).toEqual(['Local storage', 'tea_v2']);
  createInspector(host, strings, { hasHeadings: false }).show([entry('x')]);
  expect(headings()).toEqual([]);
  expect(textsOf('.inspector-storage, .inspector-key')).toEqual(['Local storage', 'tea_v2']);
});
