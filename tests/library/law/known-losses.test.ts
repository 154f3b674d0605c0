import { describe, expect, test } from 'vitest';
import { hasSign, KNOWN_LOSSES } from './known-losses.ts';
import { type Libraries, loadCurrent, loadReleased } from './library.ts';
import { Play } from './play.ts';
import type { Schedule } from './schedule.ts';
import { search } from './search.ts';

const SEED = 1;
const RUNS = 20_000;

const current = loadCurrent();
const released = loadReleased();
/** Release 0.1.0, checked like the current library. */
const earlier: Libraries = { development: released, production: released, released };

/** Returns the problems of all steps. */
function problemsOf(libraries: Libraries, schedule: Schedule): string[] {
  const play = new Play(libraries);
  for (const step of schedule) play.do(step);
  return play.problems;
}

describe.each(KNOWN_LOSSES)('$fixed', (loss) => {
  test('in the current library', () => {
    expect(problemsOf(current, loss.schedule)).toEqual([]);
  });

  test('but not in release 0.1.0, where the model finds it', () => {
    expect(problemsOf(earlier, loss.schedule)).toContain(loss.problem);
  });

  test('and the model finds it there by itself, too', () => {
    const { report } = search(earlier, {
      seed: SEED,
      runs: RUNS,
      isWanted: (violation) => hasSign(loss, violation),
    });
    expect(report).toBeDefined();
  });
});
