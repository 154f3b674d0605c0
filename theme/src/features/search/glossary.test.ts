import { expect, test } from 'vitest';
import { translateFromFirst, translateToFirst } from './glossary';
import { parseQuery, type Term, type Unit } from './query';

const GLOSSARY = {
  terms: [
    { words: ['protect', 'protection'], wording: '保护' },
    { words: ['session storage'], wording: '会话存储' },
    { words: ['storage'], wording: '存储' },
  ],
};

const textOf = (term: Term): string => {
  if (term.kind === 'stretch') return term.text;
  return term.kind === 'word' ? term.name : term.words.map(({ name }) => name).join('+');
};
const say = (units: readonly Unit[]): string[] => units.map((unit) => unit.map(textOf).join('|'));
const fromFirst = (query: string) => say(translateFromFirst(parseQuery(query).units, GLOSSARY));
const toFirst = (query: string) => say(translateToFirst(parseQuery(query).units, GLOSSARY));

test('words of the first language have counterparts', () => {
  expect(fromFirst('protecting keys')).toEqual(['protecting|保护', 'keys']);
});

test('the longest term counts', () => {
  expect(fromFirst('session storage')).toEqual(['session+storage|会话存储']);
  expect(fromFirst('storage session')).toEqual(['storage|存储', 'session']);
});

test('words of the other language have counterparts', () => {
  expect(toFirst('保护 会话存储')).toEqual(['保护|protect|protection', '会话存储|session+storage']);
});

test('a stretch that only holds a term has none', () => {
  expect(toFirst('会话保护')).toEqual(['会话保护']);
});
