import { expect, test } from 'vitest';
import { type Match, matchMessage, matchUnits, prepareSection, type Section } from './match';
import { parseQuery } from './query';

const SECTION: Section = {
  path: '/guide/protect.html#turn-on',
  page: '/guide/protect.html',
  title: 'Module protection',
  id: 'turn-on',
  heading: 'Turn it on',
  parents: [],
  text: '创建模块时写上 protect: true。\n存储保护模块。The key "settings" is protected: write through it.',
};

function match(query: string, section: Partial<Section> = {}): Match | undefined {
  const parsed = parseQuery(query);
  return matchUnits(prepareSection({ ...SECTION, ...section }), parsed.units, parsed);
}

const fitOf = (query: string, section: Partial<Section> = {}): number =>
  match(query, section)?.fit ?? 0;

test('a stretch must stand in the text as it is', () => {
  expect(match('保护模块')).toBeDefined();
  expect(match('模块保护')).toBeUndefined();
  expect(match('护保')).toBeUndefined();
  expect(match('保护 创建模块')).toBeDefined();
  expect(match('保护 数据库')).toBeUndefined();
});

test('forms and beginnings of a word are found, other words are not', () => {
  expect(match('protecting')?.ranges).toHaveLength(2);
  expect(match('prot')?.ranges).toHaveLength(2);
  expect(match('protector')).toBeUndefined();
});

test('words that belong together must follow each other', () => {
  expect(match('key-settings')).toBeDefined();
  expect(match('settings-key')).toBeUndefined();
  expect(match('"settings is protected"')).toBeDefined();
  expect(match('"protected settings"')).toBeUndefined();
});

test('words with Chinese between them do not follow each other', () => {
  expect(match('"protect true"')).toBeDefined();
  expect(match('"true the key"')).toBeUndefined();
});

test('a part may be in the title, but not all of them', () => {
  expect(match('module settings')).toBeDefined();
  expect(match('module')).toBeUndefined();
});

test('an id counts as part of the section', () => {
  expect(match('hydration', { id: 'hydration' })).toBeDefined();
});

test('a heading that says exactly what was asked outweighs one that says more', () => {
  const exact = fitOf('useStorage', { heading: 'useStorage()' });
  const longer = fitOf('useStorage', { heading: 'useStorageHelper()' });
  expect(exact).toBeGreaterThan(longer);
  expect(longer).toBeGreaterThan(0);
  expect(fitOf('storage module', { heading: 'StorageModule' })).toBe(exact);
});

test('where the words stand as they were typed fits better', () => {
  expect(fitOf('write through')).toBeGreaterThan(fitOf('through write'));
});

const MESSAGE =
  'This entry is protected. Write through its module, or call helper.cancelProtect() first.';

function matchPasted(query: string): Match | undefined {
  const section = prepareSection({ ...SECTION, text: `[tuffet] protected-key "a": ${MESSAGE}` });
  return matchMessage(section, parseQuery(query));
}

test('a message is found with words of the reader in it', () => {
  expect(matchPasted(`Uncaught: [tuffet] protected-key "my-own-key": ${MESSAGE}`)).toBeDefined();
  expect(matchPasted('This entry is protected. Write to us about tea, please, if you can.')).toBe(
    undefined,
  );
});

test('a message whose words stand there one by one is another one', () => {
  expect(matchPasted('[first] call, module protected; cancelProtect through tuffet key')).toBe(
    undefined,
  );
});

test('a message belongs to the section that its code names', () => {
  const query = parseQuery(`[tuffet] protected-key "a": ${MESSAGE}`);
  const fit = (heading: string): number =>
    matchMessage(prepareSection({ ...SECTION, heading, text: MESSAGE }), query)?.fit ?? 0;
  expect(fit('protected-key')).toBeGreaterThan(fit('Turn it on'));
});

test('a heading that says little else fits better', () => {
  expect(fitOf('key', { heading: 'The key' })).toBeGreaterThan(
    fitOf('key', { heading: 'The key of another module' }),
  );
});
