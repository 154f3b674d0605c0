/** What protection stops is the same in a frame as in the browser's own storage. */

import type { TuffetError } from '@tuffet/core';
import { resetModules } from '@tuffet/core/testing';
import { createLocalStorage } from '@tuffet/hooks';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import contract from '../../../contracts/protection.toml?raw';
import { watchStorage } from './stored.ts';

interface Case {
  readonly id: string;
  readonly before?: string;
  readonly script: string;
  /** Whether another tab does it. */
  readonly tab?: boolean;
  readonly result?: unknown;
  readonly default: string;
  readonly strict: string;
}

const { attacks, observations } = parse(contract) as unknown as Record<
  'attacks' | 'observations',
  Case[]
>;
type Protection = boolean | 'strict';
const MODES: Record<'default' | 'strict', Protection> = { default: true, strict: 'strict' };

interface Outcome {
  readonly result?: unknown;
  readonly code?: string | undefined;
  readonly hasFailed: boolean;
  readonly hasChanged: boolean;
}

const AsyncFunction = (async () => {}).constructor as typeof Function;
const FORGED = '{"n":"forged"}';

/** As tests/library/test_protection.py runs a case in a page of its own: with a storage that is new. */
async function run({ before, script, tab }: Case, protect: Protection): Promise<Outcome> {
  const stored = watchStorage([], () => {});
  localStorage.setItem('other', 'theirs');
  const held = before && (await new AsyncFunction('key', before)('guarded'));
  createLocalStorage<{ n: number }>({ storageModuleKey: 'guarded', initial: { n: 1 }, protect });
  const read = Storage.prototype.getItem.bind(localStorage, 'guarded');
  const entry = read();
  try {
    const result = tab
      ? stored.receive('guarded', FORGED)
      : await new AsyncFunction('key', 'forged', 'held', script)('guarded', FORGED, held);
    return { result, hasFailed: false, hasChanged: read() !== entry };
  } catch (error) {
    const { code } = error as TuffetError;
    return { code, hasFailed: true, hasChanged: read() !== entry };
  } finally {
    resetModules();
    for (const frame of document.querySelectorAll('iframe')) frame.remove();
  }
}

async function runAll(cases: readonly Case[], protect: Protection): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const each of cases) {
    outcomes.push(await run(each, protect));
    await new Promise((resolve) => setTimeout(resolve)); // events of this one that are on their way
  }
  return outcomes;
}

function verdictOf({ hasFailed, hasChanged, code }: Outcome): string {
  if (hasFailed) return hasChanged || code !== 'protected-key' ? 'fails otherwise' : 'throws';
  return hasChanged ? 'passes' : 'ignored';
}

describe.each(['default', 'strict'] as const)('protection (%s)', (mode) => {
  test('stops of all attempts those that it stops in a page', async () => {
    const found = await runAll(attacks, MODES[mode]);
    const verdicts = attacks.map(({ id }, i) => [id, verdictOf(found[i] as Outcome)]);
    expect(verdicts).toEqual(attacks.map((each) => [each.id, each[mode]]));
  });

  test('is noticed by other code where it is noticed in a page', async () => {
    const found = await runAll(observations, MODES[mode]);
    const verdicts = observations.map(({ id, result }, i) => [
      id,
      JSON.stringify(found[i]?.result) === JSON.stringify(result) ? 'same' : 'differs',
    ]);
    expect(verdicts).toEqual(observations.map((each) => [each.id, each[mode]]));
  });
});

test('what protection is compared with is what the storage does without it', async () => {
  const found = await runAll(observations, false);
  expect(found.map(({ result }) => result)).toEqual(observations.map(({ result }) => result));
});
