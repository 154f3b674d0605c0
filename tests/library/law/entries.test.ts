import { describe, expect, test } from 'vitest';
import { KINDS, loadEntries, releaseOf, storeEntries } from './entries.ts';
import { loadCurrent } from './library.ts';
import { Play } from './play.ts';
import { A, others, type Schedule } from './schedule.ts';

const libraries = loadCurrent();

test('the current library stores the entries that entries/current.json states', () => {
  expect(storeEntries(libraries)).toEqual(loadEntries('current'));
});

/** Both directions: an old page may find entries of a new one after a rollback. */
describe.each([
  ['0.1.0', 'production'],
  ['current', 'released'],
] as const)('an entry of %s in a page with the %s build', (release, library) => {
  const entries = Object.entries(loadEntries(release));

  test.each(entries)('%s has the same values', (kind, { texts, values }) => {
    const options = { ...releaseOf(KINDS[kind] as Schedule), library };
    const play = new Play(libraries);
    for (const [key, text] of Object.entries(texts)) play.do(others.writes(key, text));
    play.do(A.opens(options));
    expect(play.tabs.get('A')?.module?.get()).toEqual(values);
    expect(play.problems).toEqual([]);
    for (const [key, text] of Object.entries(texts))
      expect(play.device.entries.get(key)).toBe(text);
  });
});
