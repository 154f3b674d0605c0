import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { type Attack, attempt } from './attempt.ts';
import { codeOf } from './details.tsx';
import { STRINGS } from './strings.ts';

const contract = readFileSync('contracts/protection.toml', 'utf8');
const { attacks } = parse(contract) as unknown as { attacks: Attack[] };
const attackOf = (id: string) => attacks.find((attack) => attack.id === id) as Attack;

describe('an attempt', () => {
  test('that is blocked contains the error, and leaves the entry unchanged', async () => {
    const outcome = await attempt(attackOf('set-item'), true);
    expect(outcome).toMatchObject({ verdict: 'throws', before: '{"n":1}', after: '{"n":1}' });
    expect(outcome.error).toContain('protected-key "guarded"');
    expect([outcome.value, outcome.reports]).toEqual([1, []]);
  });

  test('that succeeds contains the new entry and the value of the module', async () => {
    const outcome = await attempt(attackOf('set-item'), false);
    expect(outcome).toMatchObject({ verdict: 'passes', after: '{"n":"forged"}', value: 'forged' });
    expect(outcome.error).toBeUndefined();
  });

  test('that writes invalid JSON contains the report of the module', async () => {
    const script = "localStorage.setItem(key, 'nonsense');";
    const outcome = await attempt({ ...attackOf('set-item'), script }, false);
    expect([outcome.after, outcome.value]).toEqual(['nonsense', 1]);
    expect(outcome.reports).toEqual([expect.stringContaining('corrupt "guarded"')]);
  });

  test('leaves neither protection nor an iframe behind', async () => {
    for (const id of ['set-item', 'older-frame', 'set-item'])
      expect((await attempt(attackOf(id), id === 'older-frame')).verdict).toBe('passes');
    expect(document.querySelector('iframe')).toBeNull();
  });
});

test('every attack has a title, and there are no other titles', () => {
  expect(Object.keys(STRINGS.en.titles)).toEqual(attacks.map(({ id }) => id));
});

test('the code of an attack says what runs when', () => {
  expect(codeOf(attackOf('captured-set-item'), STRINGS.en)).toBe(
    `// before the module is created
const held = localStorage;
// later
held.setItem(key, forged);`,
  );
  expect(codeOf(attackOf('another-tab'), STRINGS.zh)).toMatch(/^\/\/ 在另一个标签页里\n/);
});
