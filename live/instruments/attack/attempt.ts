import { resetModules } from '@tuffet/core/testing';
import { createLocalStorage, type Protection, type TuffetError, useStorage } from '@tuffet/hooks';
import type { Strings } from './strings.ts';

/** A direct write to storage: a case of contracts/protection.toml, which documents the fields. */
export interface Attack {
  readonly id: keyof Strings['titles'];
  readonly group: Group;
  /** Runs before the module is created. Its result is `held`. */
  readonly before?: string;
  readonly script: string;
  /** Whether the script runs in another tab. */
  readonly tab?: boolean;
  readonly default: Verdict;
  readonly strict: Verdict;
}

export type Group = keyof Strings['group'];
export type Verdict = keyof Strings['verdict'];

export const PROTECTIONS = [false, true, 'strict'] as const satisfies readonly Protection[];

export interface Outcome {
  readonly verdict: Verdict;
  /** The message of the error that the script received. */
  readonly error?: string;
  /** The entry; null if there is none. */
  readonly before: string | null;
  readonly after: string | null;
  /** The value that the module returns afterwards. */
  readonly value: unknown;
  /** Passed to `onError`. */
  readonly reports: readonly string[];
}

const KEY = 'guarded';
const FORGED = '{"n":"forged"}';

type Module = { n: number };
type Script = (key: string, forged: string, held: unknown, localStorage: Storage) => unknown;

const AsyncFunction = (async () => {}).constructor as FunctionConstructor;

export async function attempt(attack: Attack, protect: Protection): Promise<Outcome> {
  const { storage, before, error, reports } = await runPastModule(attack, protect);
  const after = localStorage.getItem(KEY);
  const verdict = after !== before ? 'passes' : error ? 'throws' : 'ignored';
  const value = useStorage(storage).n.get();
  return { verdict, ...(error ? { error } : {}), before, after, value, reports };
}

/** Creates a module and runs the script. Storage contains the entry of the module and one other. */
export async function runPastModule(attack: Attack, protect: Protection) {
  const frames = new Set(document.querySelectorAll('iframe'));
  // As in a new document.
  resetModules();
  // Under strict protection, Object.defineProperty leaves a property that is not an entry.
  Reflect.deleteProperty(localStorage, KEY);
  localStorage.clear();
  localStorage.setItem('other', 'theirs');
  try {
    const held = attack.before && (await compile(attack.before)(KEY, FORGED, null, localStorage));
    const reports: string[] = [];
    const storage = createLocalStorage<Module>({
      storageModuleKey: KEY,
      initial: { n: 1 },
      protect,
      onError: ({ message }) => void reports.push(message),
    });
    const before = localStorage.getItem(KEY);
    const run = compile(attack.script);
    const ended = await settle(() =>
      run(KEY, FORGED, held, attack.tab ? otherTab() : localStorage),
    );
    return { storage, before, reports, ...ended };
  } finally {
    for (const frame of document.querySelectorAll('iframe')) if (!frames.has(frame)) frame.remove();
  }
}

function compile(script: string): Script {
  return new AsyncFunction('key', 'forged', 'held', 'localStorage', script) as unknown as Script;
}

/** The storage of another document on the same origin, which for a module is the same as a tab. */
function otherTab(): Storage {
  const frame = document.body.appendChild(document.createElement('iframe'));
  return (frame.contentWindow as Window).localStorage;
}

async function settle(run: () => unknown): Promise<{ result?: unknown; error?: string }> {
  try {
    return { result: await run() };
  } catch (error) {
    return { error: (error as TuffetError).message };
  }
}
