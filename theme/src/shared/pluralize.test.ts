import { expect, test } from 'vitest';
import { type Forms, pluralize } from './pluralize';

const files = import.meta.glob<{ default: Readonly<Record<string, unknown>> }>(
  '../features/strings/*.json',
  { eager: true },
);
const NUMBERS = Array.from({ length: 200 }, (_, index) => index);

const isPlural = (value: unknown): value is Forms =>
  typeof value === 'object' && value !== null && 'other' in value;

test.each(Object.entries(files))('%s has exactly the forms of its language', (path, file) => {
  const rules = new Intl.PluralRules(path.match(/([\w-]+)\.json$/)?.[1]);
  const needed = [...new Set(NUMBERS.map((number) => rules.select(number)))].sort();
  const plurals = Object.values(file.default).filter(isPlural);
  expect(plurals).not.toEqual([]);
  for (const forms of plurals) {
    expect(Object.keys(forms).sort()).toEqual(needed);
  }
});

test('numbers have the form and the separators of the language', () => {
  const forms = { one: '{count} Ergebnis', other: '{count} Ergebnisse' };
  expect(pluralize(forms, 1, 'de')).toBe('1 Ergebnis');
  expect(pluralize(forms, 1234, 'de')).toBe('1.234 Ergebnisse');
  expect(pluralize({ other: '{count} 件' }, 1, 'ja')).toBe('1 件');
});
