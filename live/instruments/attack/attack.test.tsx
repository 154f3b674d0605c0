import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { press, settle, show, showing, tidy } from '../shared/showing.ts';
import { type Attack, attempt } from './attempt.ts';
import { Bench } from './bench.tsx';
import { codeOf } from './details.tsx';
import { STRINGS } from './strings.ts';

const contract = readFileSync('contracts/protection.toml', 'utf8');
const { attacks } = parse(contract) as unknown as { attacks: Attack[] };
const attackOf = (id: string) => attacks.find((attack) => attack.id === id) as Attack;

describe('an attempt', () => {
  test('that is stopped tells the error, and leaves the entry as it was', async () => {
    const outcome = await attempt(attackOf('set-item'), true);
    expect(outcome).toMatchObject({ verdict: 'throws', before: '{"n":1}', after: '{"n":1}' });
    expect(outcome.error).toContain('protected-key "guarded"');
    expect([outcome.value, outcome.reports]).toEqual([1, []]);
  });

  test('that passes tells what is stored then, and what the module makes of it', async () => {
    const outcome = await attempt(attackOf('set-item'), false);
    const { verdict, after, value, error } = outcome;
    expect([verdict, after, value, error]).toEqual([
      'passes',
      '{"n":"forged"}',
      'forged',
      undefined,
    ]);
  });

  test('that writes nonsense shows what the module reports', async () => {
    const script = "localStorage.setItem(key, 'nonsense');";
    const outcome = await attempt({ ...attackOf('set-item'), script }, false);
    expect([outcome.after, outcome.value]).toEqual(['nonsense', 1]);
    expect(outcome.reports).toEqual([expect.stringContaining('corrupt "guarded"')]);
  });

  test('leaves no protection and no frame for the next one', async () => {
    for (const id of ['set-item', 'older-frame', 'set-item'])
      expect((await attempt(attackOf(id), id === 'older-frame')).verdict).toBe('passes');
    expect(document.querySelector('iframe')).toBeNull();
  });
});

test('every attack has a title, and none is left over', () => {
  expect(Object.keys(STRINGS.en.titles)).toEqual(attacks.map(({ id }) => id));
});

test('the code of an attack tells what ran when', () => {
  expect(codeOf(attackOf('captured-set-item'), STRINGS.en)).toBe(
    `// before the module is created
const held = localStorage;
// later
held.setItem(key, forged);`,
  );
  expect(codeOf(attackOf('another-tab'), STRINGS.zh)).toMatch(/^\/\/ 在另一个标签页里\n/);
});

describe('the bench', () => {
  const few = ['set-item', 'clear', 'captured-method'].map(attackOf);

  beforeEach(() => show(<Bench attacks={few} language="en" />));
  afterEach(tidy);

  const verdicts = () => showing('.badge').map(({ textContent }) => textContent);
  const score = () => showing('[role=status]')[0]?.textContent;

  test('tries all with the protection chosen', async () => {
    await settle();
    expect(verdicts()).toEqual(['throws', 'ignored', 'succeeds']);
    expect(score()).toBe('2 of 3 attempts blocked');
    await press('.choice input');
    expect(verdicts()).toEqual(['succeeds', 'succeeds', 'succeeds']);
    expect(score()).toBe('0 of 3 attempts blocked');
  });

  test('shows one attempt whole, and leaves in storage what it has done', async () => {
    await settle();
    await press('[data-id=captured-method] button');
    const [details] = showing('.details');
    expect(details?.textContent).toContain('held.call(localStorage, key, forged);');
    expect(details?.textContent).toContain('n.get() → "forged"');
    expect(localStorage.getItem('guarded')).toBe('{"n":"forged"}');
    await press('[data-id=captured-method] button');
    expect(showing('.details')).toEqual([]);
  });
});
