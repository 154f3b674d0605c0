import { expect, test } from 'vitest';
import english from '../words/en.json';
import chinese from '../words/zh.json';

/** Each text with the way to it. */
function flatten(words: object, path = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : flatten(value, `${path}${key}.`),
  );
}

const gapsOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

test('both languages say the same, with the same values in it', () => {
  const translated = new Map(flatten(chinese));
  expect([...translated.keys()]).toEqual(flatten(english).map(([key]) => key));
  for (const [key, text] of flatten(english)) {
    expect([key, ...gapsOf(translated.get(key) ?? '')]).toEqual([key, ...gapsOf(text)]);
  }
});
