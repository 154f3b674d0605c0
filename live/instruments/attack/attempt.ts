import { resetModules } from '@tuffet/core/testing';
import { createLocalStorage, type Protection, type TuffetError, useStorage } from '@tuffet/hooks';
import type { Strings } from './strings.ts';

/** A way of writing past a module: a case of contracts/protection.toml, whose beginning explains it. */
export interface Attack {
  readonly id: keyof Strings['titles'];
  readonly group: Group;
  /** Code from before the module was made; what it returns is `held`. */
  readonly before?: string;
  readonly script: string;
  /** The script is that of another tab. */
  readonly tab?: boolean;
  readonly default: Verdict;
  readonly strict: Verdict;
}

/** A method of the storage, a property of it, or what lies beyond the reach of the page. */
export type Group = 'methods' | 'properties' | 'beyond';

export type Verdict = 'throws' | 'ignored' | 'passes';

export const PROTECTIONS = [false, true, 'strict'] as const satisfies readonly Protection[];

/** What really happened. */
export interface Outcome {
  readonly verdict: Verdict;
  /** The message of the error that the attacker got. */
  readonly error?: string;
  /** The text of the entry; null where there is none. */
  readonly before: string | null;
  readonly after: string | null;
  /** The value that the module gives afterwards. */
  readonly value: unknown;
  /** What the module reported to `onError`. */
  readonly reports: readonly string[];
}

export const KEY = 'guarded';
export const FORGED = '{"n":"forged"}';

type Module = { n: number };
type Script = (key: string, forged: string, held: unknown, localStorage: Storage) => unknown;

const AsyncFunction = (async () => {}).constructor as FunctionConstructor;

/** Makes a module, lets somebody write past it, and looks. */
export async function attempt(attack: Attack, protect: Protection): Promise<Outcome> {
  const { storage, before, error, reports } = await runPastModule(attack, protect);
  const after = localStorage.getItem(KEY);
  const verdict = after !== before ? 'passes' : error ? 'throws' : 'ignored';
  const value = useStorage(storage).n.get();
  return { verdict, ...(error ? { error } : {}), before, after, value, reports };
}

/** Runs a script beside a new module, over nothing but its entry and one of somebody else. */
export async function runPastModule(attack: Attack, protect: Protection) {
  const frames = new Set(document.querySelectorAll('iframe'));
  // As in a new document: nothing is protected, and nothing else is stored.
  resetModules();
  // Under strict protection Object.defineProperty leaves a property that is no entry.
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

/** The storage of another document of the same site: to a module, all that a tab is. */
function otherTab(): Storage {
  const frame = document.body.appendChild(document.createElement('iframe'));
  return (frame.contentWindow as Window).localStorage;
}

/** What a script returns, or the message of what it throws. */
async function settle(run: () => unknown): Promise<{ result?: unknown; error?: string }> {
  try {
    return { result: await run() };
  } catch (error) {
    return { error: (error as TuffetError).message };
  }
}
