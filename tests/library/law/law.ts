import { Ledger } from './ledger.ts';
import { leftovers } from './leftovers.ts';
import { keyOf } from './release.ts';
import type { Session } from './session.ts';
import {
  describeKey,
  type Entries,
  hasExpired,
  isBackupOf,
  isIn,
  isOwn,
  propertiesOf,
  type Thing,
} from './texts.ts';
import { clockOf, type Request, resultOf, type Turn } from './turn.ts';

/**
 * The law: the library never deletes or overwrites what a user stored, except by a call or option
 * that asks for exactly that. In every other case it stays in the entry, or in a backup that the
 * application can list, restore and delete.
 */
export class Law {
  private readonly ledger = new Ledger();

  /** Returns how a turn broke the law. */
  judge(turn: Turn): string[] {
    const { ledger } = this;
    ledger.begin(turn);
    const { lost, moved } = ledger.update(turn.after);
    const isUnlawful = (thing: Thing) => !this.isAsked(thing, turn);
    const problems = [
      ...lost.filter(isUnlawful).map((thing) => `lost ${describe(thing)}`),
      ...moved
        .filter((thing) => isUnlawful(thing) && !mayMove(thing, turn))
        .map((thing) => `moved ${describe(thing)}`),
      ...ledger.finish(turn).map((name) => `acknowledged, but not stored: ${name}`),
      ...leftovers(turn, discardedBy(turn)),
      ...unrestored(turn),
      ...crashes(turn),
    ];
    // The behavior of an earlier release of the library can't be changed anymore.
    return turn.session.release.library === 'released' ? [] : problems;
  }

  /** Other code may do what it wants, and what it stores is protected from the library. */
  acceptForeign(key: string, before: Entries, after: Entries): void {
    this.ledger.acceptForeign(key, before, after);
  }

  /** Returns what is only in a backup that the application can't list. */
  judgeBackups({ release, key, module, exports }: Session, entries: Entries): string[] {
    if (!module || !exports.backupsOf || release.library === 'released') return [];
    const current = describeKey(key)?.version ?? 1;
    const backups = this.ledger.list().filter((thing) => {
      const version = describeKey(thing.key)?.version;
      return thing.key !== key && version !== undefined && version <= current;
    });
    const list = backups.length ? exports.backupsOf(module).list() : [];
    const isListed = ({ key }: Thing) =>
      list.some((backup) => backup.key === key && backup.text === entries.get(key));
    return backups
      .filter((thing) => !isListed(thing))
      .map((thing) => `not listed: ${describe(thing)}`);
  }

  /** Whether something asked the library to delete or overwrite this. */
  private isAsked(thing: Thing, turn: Turn): boolean {
    const { ledger } = this;
    return (
      isRequested(thing, turn.asks, turn) ||
      ledger.askedBefore(thing, turn.session).some((asks) => isRequested(thing, asks, turn)) ||
      isExpired(thing, turn) ||
      ledger.isMigrated(thing, turn) ||
      isAdopted(thing, turn) ||
      discardedBy(turn).includes(thing.key)
    );
  }
}

/** A call asked for it. */
function isRequested(thing: Thing, asks: Request, { session, after }: Turn): boolean {
  const { name, key } = thing;
  if (asks.isModule && describeKey(key)) return true;
  if (asks.isBackups && isBackupOf(key, session.key)) return true;
  if (key !== session.key) return asks.key === key;
  if (asks.isEntry && !asks.names) return true;
  const next = propertiesOf(after.get(key));
  // A replacement removes properties that it doesn't name.
  const others = asks.isEntry ? [undefined] : [];
  if (name !== undefined) return (asks.names?.get(name) ?? others).includes(next?.get(name));
  return (
    !!asks.isEntry &&
    [...(asks.names ?? [])].every(([one, texts]) => texts.includes(next?.get(one)))
  );
}

/** A property expired, by the time next to it. */
function isExpired({ name = '', key }: Thing, { session, before }: Turn): boolean {
  const { expiry } = session.release;
  return !!expiry && hasExpired(propertiesOf(before.get(key)), name, clockOf(session));
}

/** `adopt` took the key and returned values, which are stored. */
function isAdopted(thing: Thing, turn: Turn): boolean {
  return turn.session.adoptions.some(({ taken, output }) => {
    const values = resultOf(output, turn);
    return !!values?.size && isIn(taken.get(thing.key), thing);
  });
}

/** A raised version without `migrations` and `adopt` asks to delete the entry of the previous one. */
function discardedBy({ session, before, isOpening }: Turn): string[] {
  const { version, preVersion = Number(version) - 1, migrations, adopt, typo } = session.release;
  if (!isOpening || migrations || adopt || typo || before.has(session.key)) return [];
  const isVersion = (value: unknown) => Number.isInteger(value) && Number(value) > 0;
  const isRaised =
    isVersion(version) && isVersion(preVersion) && Number(preVersion) < Number(version);
  const previous = keyOf(Number(preVersion));
  return isRaised && isOwn(before.get(previous)) ? [previous] : [];
}

/**
 * Reading never writes: only a call of the application may move a string to a backup, and only one that
 * isn't an entry. `restore` moves all of them, and `adopt` one that another library stored.
 */
function mayMove({ name }: Thing, { session, asks }: Turn): boolean {
  const isWrite = !!asks.names?.size || !!asks.isEntry;
  return (
    asks.restore !== undefined || session.adoptions.length > 0 || (name === undefined && isWrite)
  );
}

/** The application's own mistakes are thrown. */
const MISTAKES = ['invalid-options', 'duplicate-key', 'protected-key', 'unserializable'];

/**
 * Full or failing storage, stored strings and callbacks don't make a call throw, except one that has to
 * erase everything and can't.
 */
function crashes({ errors, asks, session }: Turn): string[] {
  if (session.release.onError === 'throws') return [];
  const isExpected = (error: unknown) =>
    asks.isModule || MISTAKES.includes((error as { code?: string }).code ?? '');
  return errors.filter((error) => !isExpected(error)).map((error) => `threw ${error}`);
}

const MAX_BACKUPS = 8;

/** A backup that is an entry of the current version can be restored, unless the entry needs space. */
function unrestored({ session, asks, result, before, isHealthy }: Turn): string[] {
  const key = asks.restore ?? '';
  const isCurrent = describeKey(key)?.version === describeKey(session.key)?.version;
  const backups = [...before.keys()].filter((name) => isBackupOf(name, session.key));
  const isPossible =
    isHealthy && isOwn(before.get(key)) && isCurrent && backups.length < MAX_BACKUPS;
  return isPossible && result !== true ? [`not restored: ${key}`] : [];
}

function describe({ key, name, text }: Thing): string {
  return `${name === undefined ? 'the text' : `${name}:`} ${text} in ${key}`;
}
