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

test('a run of Chinese must occur in the text unchanged', () => {
  expect(match('保护模块')).toBeDefined();
  expect(match('模块保护')).toBeUndefined();
  expect(match('护保')).toBeUndefined();
  expect(match('保护 创建模块')).toBeDefined();
  expect(match('保护 数据库')).toBeUndefined();
});

test('inflected forms and prefixes of a word match, other words do not', () => {
  expect(match('protecting')?.ranges).toHaveLength(2);
  expect(match('prot')?.ranges).toHaveLength(2);
  expect(match('protector')).toBeUndefined();
});

test('the words of a phrase must be consecutive', () => {
  expect(match('key-settings')).toBeDefined();
  expect(match('settings-key')).toBeUndefined();
  expect(match('"settings is protected"')).toBeDefined();
  expect(match('"protected settings"')).toBeUndefined();
});

test('words with Chinese between them are not consecutive', () => {
  expect(match('"protect true"')).toBeDefined();
  expect(match('"true the key"')).toBeUndefined();
});

test('some words may be in the page title, but not all of them', () => {
  expect(match('module settings')).toBeDefined();
  expect(match('module')).toBeUndefined();
});

test('an id counts as part of the section', () => {
  expect(match('hydration', { id: 'hydration' })).toBeDefined();
});

test('a heading that equals the query outranks a longer one', () => {
  const exact = fitOf('useStorage', { heading: 'useStorage()' });
  const longer = fitOf('useStorage', { heading: 'useStorageHelper()' });
  expect(exact).toBeGreaterThan(longer);
  expect(longer).toBeGreaterThan(0);
  expect(fitOf('storage module', { heading: 'StorageModule' })).toBe(exact);
});

test('words in the order of the query fit better', () => {
  expect(fitOf('write through')).toBeGreaterThan(fitOf('through write'));
});

const MESSAGE =
  'This entry is protected. Write through its module, or call helper.cancelProtect() first.';

function matchPasted(query: string): Match | undefined {
  const section = prepareSection({ ...SECTION, text: `[tuffet] protected-key "a": ${MESSAGE}` });
  return matchMessage(section, parseQuery(query));
}

test('an error message matches with the values of the user in it', () => {
  expect(matchPasted(`Uncaught: [tuffet] protected-key "my-own-key": ${MESSAGE}`)).toBeDefined();
  expect(matchPasted('This entry is protected. Write to us about tea, please, if you can.')).toBe(
    undefined,
  );
});

test('a message whose words only occur separately does not match', () => {
  expect(matchPasted('[first] call, module protected; cancelProtect through tuffet key')).toBe(
    undefined,
  );
});

test('a message fits best in the section named after its error code', () => {
  const query = parseQuery(`[tuffet] protected-key "a": ${MESSAGE}`);
  const fit = (heading: string): number =>
    matchMessage(prepareSection({ ...SECTION, heading, text: MESSAGE }), query)?.fit ?? 0;
  expect(fit('protected-key')).toBeGreaterThan(fit('Turn it on'));
});

test('a heading with fewer other words fits better', () => {
  expect(fitOf('key', { heading: 'The key' })).toBeGreaterThan(
    fitOf('key', { heading: 'The key of another module' }),
  );
});
