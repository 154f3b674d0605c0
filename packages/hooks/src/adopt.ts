import type { ModuleKey, ModuleValue } from '@tuffet/shared';
import type { Adopter } from './adoption.ts';

/** Values that another library stored. */
// biome-ignore lint/suspicious/noExplicitAny: the result of JSON.parse; `check` validates the values.
export type OldState = Record<string, any>;

/**
 * The old key of each property, or the key and a function that parses its text. Without a function,
 * the text is parsed as JSON, unless the initial value is a string and the text isn't a JSON string:
 * then it is used as it is. So a property that may be missing or null needs a function.
 */
export type OldKeys<T> = {
  readonly [K in ModuleKey<T>]?:
    | readonly [key: string, parse: (text: string) => NonNullable<ModuleValue<T, K>>]
    | ([ModuleValue<T, K>] extends [string | number | boolean | object] ? string : never);
};

function readKeys<T>(
  keys: object,
  parseByDefault: (initial: unknown) => (text: string) => unknown,
) {
  const adopt: Adopter<Record<string, unknown>> = ({ take }, initial) => {
    const entries = Object.entries(keys).map(([name, source]) => {
      const [key, parse = parseByDefault((initial as OldState)[name])] = [source].flat();
      const text = take(key);
      return [name, text === null ? undefined : parse(text)];
    });
    return Object.fromEntries(entries);
  };
  return adopt as unknown as Adopter<T>;
}

function readEntry<T>(
  key: string,
  unwrap: (parsed: OldState) => unknown,
  select?: (state: OldState, version: number) => ReturnType<Adopter<T>>,
): Adopter<T> {
  return ({ read, take }) => {
    // With `select`, the key stays: values that it leaves out would be lost.
    const text = (select ? read : take)(key);
    if (text === null) return undefined;
    const parsed = JSON.parse(text);
    const state = Object(parsed) === parsed && unwrap(parsed);
    if (!state) throw new TypeError(`"${key}" has an unexpected format`);
    return select ? select(state, parsed.version) : state;
  };
}

const parseJson = (text: string): unknown => JSON.parse(text);

/** Some libraries store strings as JSON, such as usehooks-ts; others as they are, such as nanostores. */
function parseString(text: string): unknown {
  try {
    const value = parseJson(text);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}

/**
 * Adopts one key per property: `fromKeys({ theme: 'app-theme', size: ['app-size', Number] })`. For
 * your own keys, and those of usehooks-ts or nanostores.
 */
export function fromKeys<T>(keys: OldKeys<T>): Adopter<T> {
  return readKeys(keys, (initial) => (typeof initial === 'string' ? parseString : parseJson));
}

/**
 * Adopts a store of zustand's `persist`. `select` chooses, renames or converts values. If set,
 * the old key is kept.
 */
export function fromZustand<T>(
  key: string,
  select?: (state: OldState, version: number) => ReturnType<Adopter<T>>,
): Adopter<T> {
  return readEntry(key, ({ state }) => state, select);
}

/**
 * Adopts a store of pinia-plugin-persistedstate, or any JSON object. `select` chooses, renames or
 * converts values. If set, the old key is kept.
 */
export function fromPinia<T>(
  key: string,
  select?: (state: OldState) => ReturnType<Adopter<T>>,
): Adopter<T> {
  return readEntry(key, (state) => state, select);
}

/**
 * Adopts the slices that redux-persist stored, for example under `persist:root`. `select` chooses,
 * renames or converts values. If set, the old key is kept, for the modules of other slices.
 */
export function fromReduxPersist<T>(
  key: string,
  select?: (slices: OldState) => ReturnType<Adopter<T>>,
): Adopter<T> {
  const unwrap = ({ _persist, ...slices }: OldState) =>
    Object.fromEntries(Object.entries(slices).map(([name, text]) => [name, JSON.parse(text)]));
  return readEntry(key, unwrap, select);
}

/** Adopts what VueUse's `useStorage` stored: an object under one key, or one key per property. */
export function fromVueUse<T>(source: string | OldKeys<T>): Adopter<T> {
  return typeof source === 'string' ? fromPinia(source) : fromKeys(source);
}

/** Adopts atoms of jotai's `atomWithStorage`, one key per property. */
export function fromJotai<T>(keys: { readonly [K in ModuleKey<T>]?: string }): Adopter<T> {
  return readKeys(keys, () => parseJson);
}

/** Keeps the old keys, for example so that you can roll back the release. */
export function keep<T>(adopt: Adopter<T>): Adopter<T> {
  return ({ read }, initial) => adopt({ read, take: read }, initial);
}
