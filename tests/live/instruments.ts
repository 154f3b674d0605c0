/** The instruments without their interface, so that a test can run every combination. */

import {
  type Attack,
  attempt,
  PROTECTIONS,
  runPastModule,
} from '../../live/instruments/attack/attempt.ts';
import { explain } from '../../live/instruments/upgrade/explain.ts';
import { INITIAL, migrationCode } from '../../live/instruments/upgrade/releases.ts';
import {
  allScenarios,
  PRESETS,
  type Scenario,
  stateOf,
  stepsTo,
} from '../../live/instruments/upgrade/scenario.ts';
import { simulate } from '../../live/instruments/upgrade/simulate.ts';

type Protection = (typeof PROTECTIONS)[number];

/** A scenario as plain data, its outcome, and the explanation of the simulator. */
function rowOf(scenario: Scenario) {
  const { stored, version, preVersion } = scenario;
  const explicit = preVersion === undefined ? {} : { preVersion };
  const steps = stepsTo(version).map((to) => [to, migrationCode(to, stateOf(scenario, to))]);
  const migrations = Object.fromEntries(steps.filter(([, code]) => code));
  const outcome = simulate(scenario);
  return {
    release: { stored, version, ...explicit, migrations, initial: INITIAL[version] },
    outcome,
    results: explain(scenario, outcome),
  };
}

async function rowsOf(scenarios: readonly Scenario[]) {
  const rows: ReturnType<typeof rowOf>[] = [];
  for (const scenario of scenarios) {
    rows.push(rowOf(scenario));
    // Modules that are created in one task share a list of keys.
    await null;
  }
  return rows;
}

/** Runs the cases one after another, because they share one storage. */
async function each<T>(cases: readonly Attack[], run: (one: Attack, by: Protection) => Promise<T>) {
  const rows: Record<string, T> = {};
  for (const one of cases)
    for (const protect of PROTECTIONS) rows[`${one.id} ${protect}`] = await run(one, protect);
  return rows;
}

const instruments = {
  presets: () => rowsOf(Object.values(PRESETS)),
  upgrades: () => rowsOf(allScenarios()),
  attacks: (attacks: readonly Attack[]) => each(attacks, attempt),
  /** Cases whose script returns what other code can observe. */
  observations: (cases: readonly Attack[]) =>
    each(cases, async (one, protect) => (await runPastModule(one, protect)).result),
};

Object.assign(globalThis, { instruments });
