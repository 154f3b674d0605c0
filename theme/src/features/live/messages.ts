import type { Entry } from '@tuffet/devtools/inspector';
import type { FromFrame, Level } from '@tuffet-live/frame/protocol';

/** Longer lines are cut. */
export const MAX_LINE_LENGTH = 4_000;
/** More entries are left out. */
export const MAX_ENTRIES = 2_000;
/** In UTF-16 units. Twice the quota, because two tabs may fill it at the same time. */
export const MAX_STORED_LENGTH = 2 * 5 * 1024 * 1024;

const MAX_LINK_LENGTH = 500;
const MAX_HEIGHT = 100_000;
const LEVELS: readonly unknown[] = [
  'log',
  'info',
  'debug',
  'warn',
  'error',
  'uncaught',
] satisfies Level[];
const STORAGES: readonly unknown[] = ['local', 'session', 'memory'] satisfies Entry['storage'][];
const REASONS: readonly unknown[] = ['loop', 'memory'];

type Fields = Readonly<Record<string, unknown>>;

/** The valid messages of a frame. Each is copied from its validated fields. */
const READERS: { readonly [Type in FromFrame['type']]: (fields: Fields) => FromFrame | undefined } =
  {
    stored: ({ entries }) => {
      const read = Array.isArray(entries) ? readEntries(entries) : undefined;
      return read && { type: 'stored', entries: read };
    },
    write: ({ key, text }) => {
      const isKnown = isTextOrNull(key) && isTextOrNull(text) && (key !== null || text === null);
      return isKnown && lengthOf(key) + lengthOf(text) <= MAX_STORED_LENGTH
        ? { type: 'write', key, text }
        : undefined;
    },
    line: ({ level, text, link }) =>
      LEVELS.includes(level) && typeof text === 'string'
        ? { type: 'line', level: level as Level, text: cut(text), ...readLink(link) }
        : undefined,
    height: ({ height }) =>
      isCount(height) && height <= MAX_HEIGHT ? { type: 'height', height } : undefined,
    started: () => ({ type: 'started' }),
    done: () => ({ type: 'done' }),
    stopped: ({ reason }) =>
      REASONS.includes(reason) ? { type: 'stopped', reason: reason as 'loop' } : undefined,
    pong: ({ id }) => (isCount(id) ? { type: 'pong', id } : undefined),
  };

/** Validates a message of a frame. Returns undefined if it is invalid. */
export function readMessage(data: unknown): FromFrame | undefined {
  const fields = Object(data) as Fields;
  const { type } = fields;
  return typeof type === 'string' && Object.hasOwn(READERS, type)
    ? READERS[type as FromFrame['type']](fields)
    : undefined;
}

/** The number of characters in a message. */
export function weigh(message: FromFrame): number {
  switch (message.type) {
    case 'stored':
      return lengthOfAll(message.entries);
    case 'write':
      return lengthOf(message.key) + lengthOf(message.text);
    case 'line':
      return message.text.length;
    default:
      return 0;
  }
}

function readEntries(list: readonly unknown[]): Entry[] | undefined {
  // Unlike `map`, `Array.from` visits holes in a sparse array.
  const entries = Array.from(list.slice(0, MAX_ENTRIES), readEntry);
  return entries.every((entry) => entry !== undefined) &&
    lengthOfAll(entries) <= STORAGES.length * MAX_STORED_LENGTH
    ? entries
    : undefined;
}

function readEntry(entry: unknown): Entry | undefined {
  const { key, storage, text, version, isProtected } = Object(entry) as Fields;
  const isKnown =
    typeof key === 'string' &&
    typeof text === 'string' &&
    STORAGES.includes(storage) &&
    (version === undefined || isCount(version)) &&
    typeof isProtected === 'boolean';
  return isKnown
    ? {
        key,
        storage: storage as Entry['storage'],
        text,
        isProtected,
        ...(version === undefined ? {} : { version }),
      }
    : undefined;
}

const readLink = (link: unknown): { link?: string } =>
  typeof link === 'string' && link.length <= MAX_LINK_LENGTH ? { link } : {};

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

const isTextOrNull = (value: unknown): value is string | null =>
  value === null || typeof value === 'string';

const lengthOf = (text: string | null): number => text?.length ?? 0;

const lengthOfAll = (entries: readonly Pick<Entry, 'key' | 'text'>[]): number =>
  entries.reduce((sum, { key, text }) => sum + key.length + text.length, 0);

const cut = (text: string): string =>
  text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)}…` : text;
