import { expect, test } from 'vitest';
import ar from '../features/strings/ar.json';
import de from '../features/strings/de.json';
import en from '../features/strings/en.json';
import es from '../features/strings/es.json';
import fr from '../features/strings/fr.json';
import ja from '../features/strings/ja.json';
import ko from '../features/strings/ko.json';
import pt from '../features/strings/pt.json';
import zh from '../features/strings/zh.json';
import zhTraditional from '../features/strings/zh-TW.json';
import { pluralize } from './pluralize';

const LANGUAGES = {
  ar,
  de,
  en,
  es,
  fr,
  ja,
  ko,
  pt,
  zh,
  'zh-TW': zhTraditional,
};
const NUMBERS = Array.from({ length: 200 }, (_, index) => index);

test.each(Object.entries(LANGUAGES))('%s has exactly the forms it needs', (tag, strings) => {
  const rules = new Intl.PluralRules(tag);
  const needed = new Set(NUMBERS.map((number) => rules.select(number)));
  expect(Object.keys(strings.searchCount).sort()).toEqual([...needed].sort());
});

test('numbers have the form and the separators of the language', () => {
  const forms = { one: '{count} Ergebnis', other: '{count} Ergebnisse' };
  expect(pluralize(forms, 1, 'de')).toBe('1 Ergebnis');
  expect(pluralize(forms, 1234, 'de')).toBe('1.234 Ergebnisse');
  expect(pluralize({ other: '{count} 件' }, 1, 'ja')).toBe('1 件');
});
