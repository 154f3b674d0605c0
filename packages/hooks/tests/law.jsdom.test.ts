import { resetModules } from '@tuffet/core/testing';
import { type CreateStorageOptions, createLocalStorage } from '@tuffet/hooks';
import { backupsOf } from '@tuffet/hooks/backups';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { resetStorage } from '../../core/tests/module.ts';

/**
 * The law of keeping: stored user data is only deleted or overwritten by a call or option that asks
 * for exactly that. Every `set` and every corruption writes a unique string. After each step, the
 * strings that no such call removed are somewhere in storage.
 */

type Note = { text: string; count: number };
type Options = Partial<CreateStorageOptions<Note>>;
type Release = { readonly version: number; readonly kind: keyof typeof KINDS };

const carry = (root: object) => ({ count: 0, ...root }) as Note;
const fail = () => {
  throw new Error('a bug');
};

const migrationsTo = (version: number, migrate: (root: object) => Note) =>
  Object.fromEntries(Array.from({ length: version - 1 }, (_, i) => [i + 2, migrate]));

/** Ways in which a release can handle older versions. */
const KINDS = {
  deletes: () => ({}),
  migrates: (version: number) => ({ migrations: migrationsTo(version, carry) }),
  'fails to migrate': (version: number) => ({ migrations: migrationsTo(version, fail) }),
  misspells: (version: number) => ({ migration: migrationsTo(version, carry) }),
  adopts: () => ({ adopt: () => undefined }),
  rejects: (version: number) => ({
    migrations: migrationsTo(version, carry),
    check: () => 'rejected',
  }),
  'rejects texts': (version: number) => ({
    migrations: migrationsTo(version, carry),
    check: ({ text }: { text?: unknown }) => (text ? 'rejected' : undefined),
  }),
  'fails to merge': (version: number) => ({
    migrations: migrationsTo(version, carry),
    merge: fail,
  }),
} satisfies Record<string, (version: number) => Options & { migration?: object }>;

const release = fc.record({
  version: fc.integer({ min: 1, max: 3 }),
  kind: fc.constantFrom(...(Object.keys(KINDS) as (keyof typeof KINDS)[])),
});
const step = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constant('visit' as const), release) },
  { weight: 4, arbitrary: fc.tuple(fc.constant('set' as const)) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('count' as const)) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('corrupt' as const), fc.nat(2)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('restore' as const), fc.nat(5)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('remove' as const), fc.nat(5)) },
  // From now on, so many writes succeed.
  { weight: 1, arbitrary: fc.tuple(fc.constant('fill' as const), fc.nat(3)) },
);

const keyOf = (version: number) => (version > 1 ? `note_v${version}` : 'note');

const { setItem } = Storage.prototype;

resetStorage();
afterEach(() => {
  Storage.prototype.setItem = setItem;
});

/** A user whose strings are counted, and the page of the current release. */
class User {
  /** The strings that must be in storage. */
  private live = new Set<string>();
  private serial = 0;
  /** How many writes succeed before storage is full. */
  private room = Number.POSITIVE_INFINITY;
  private release: Release = { version: 1, kind: 'deletes' };
  private module: ReturnType<User['open']>;

  constructor() {
    const isFull = () => --this.room < 0;
    Storage.prototype.setItem = function (...args) {
      if (isFull()) throw new DOMException('', 'QuotaExceededError');
      setItem.apply(this, args);
    };
    this.module = this.open();
  }

  private open() {
    const { version, kind } = this.release;
    resetModules();
    return createLocalStorage<Note>({
      storageModuleKey: 'note',
      initial: { text: '', count: 0 },
      version,
      onError: () => {},
      ...KINDS[kind](version),
    });
  }

  private stringsIn(text: unknown): string[] {
    return [...this.live].filter((string) => `${text}`.includes(`<${string}>`));
  }

  private forget(strings: readonly string[]): void {
    for (const string of strings) this.live.delete(string);
  }

  private add(): string {
    this.serial += 1;
    this.live.add(`${this.serial}`);
    return `<${this.serial}>`;
  }

  lost(): string[] {
    const kept = this.stringsIn(Object.values({ ...localStorage }));
    return [...this.live].filter((string) => !kept.includes(string));
  }

  /** Opens the page of another release, or reloads it. */
  visit(release: Release): void {
    this.release = release;
    const { version, kind } = release;
    // Only this deletes: the version is raised without migrations.
    const isDeleting = kind === 'deletes' && localStorage.getItem(keyOf(version)) === null;
    const previous = isDeleting && version > 1 ? localStorage.getItem(keyOf(version - 1)) : null;
    const deletable = this.stringsIn(previous);
    this.module = this.open();
    this.forget(this.lost().filter((string) => deletable.includes(string)));
  }

  set(): void {
    // Also a string that isn't shown, because `check` rejects it: it has the same name.
    const overwritten = this.stringsIn(this.storedText());
    const text = this.add();
    if (this.module.set({ text })) this.forget(overwritten);
    else this.forget(this.stringsIn(text));
  }

  count(): void {
    this.module.set({ count: this.module.get('count') + 1 });
  }

  /** Other code overwrites an entry. */
  corrupt(version: number): void {
    const key = keyOf(version + 1);
    this.forget(this.stringsIn(localStorage.getItem(key)));
    this.room = Math.max(this.room, 0) + 1;
    localStorage.setItem(key, `corrupt ${this.add()}`);
  }

  fill(room: number): void {
    this.room = room || Number.POSITIVE_INFINITY;
  }

  restore(index: number): void {
    const backup = this.backup(index);
    if (backup) backupsOf(this.module).restore(backup.key);
  }

  remove(index: number): void {
    const backup = this.backup(index);
    if (!backup) return;
    this.forget(this.stringsIn(backup.text));
    backupsOf(this.module).remove(backup.key);
  }

  private backup(index: number) {
    const list = backupsOf(this.module).list();
    return list[index % (list.length || 1)];
  }

  private storedText(): unknown {
    try {
      return JSON.parse(localStorage.getItem(keyOf(this.release.version)) ?? '').text;
    } catch {
      return undefined;
    }
  }
}

test('after any releases, failures and corruptions, everything that nobody deleted is in storage', () => {
  vi.stubEnv('NODE_ENV', 'production');
  fc.assert(
    fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
      localStorage.clear();
      const user = new User();
      for (const [kind, detail] of steps) {
        user[kind](detail as never);
        expect(user.lost()).toEqual([]);
      }
    }),
    { numRuns: 1000 },
  );
});
