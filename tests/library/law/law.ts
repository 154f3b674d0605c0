import { EPOCH } from './page.ts';
import { KEY, keyOf } from './release.ts';
import type { MigrationRun, Session } from './session.ts';
import {
  describeKey,
  type Entries,
  hasExpired,
  isBackupOf,
  isValueName,
  type Properties,
  propertiesOf,
  resultOf,
} from './texts.ts';

/**
 * The law: the library never deletes or overwrites what a user stored, except by a call or option
 * that asks for exactly that. In every other case it stays in the entry, or in a backup that the
 * application can list, restore and delete.
 */

/** Something stored: a property of an entry, or a text that isn't an entry. */
interface Thing {
  /** Undefined: the whole text. */
  readonly name?: string | undefined;
  readonly text: string;
  /** Where it is. */
  readonly key: string;
}

/** What a call asks the library to delete or overwrite. */
export interface Request {
  /** Properties of the entry, each with the values that it may have afterwards. */
  readonly names?: ReadonlyMap<string, readonly (string | undefined)[]>;
  /** Everything in the entry. */
  readonly isEntry?: boolean;
  /** The backups of the entry. */
  readonly isBackups?: boolean;
  /** Everything that belongs to the module. */
  readonly isModule?: boolean;
  /** A backup takes the place of the entry, which becomes a backup in turn. */
  readonly isRestore?: boolean;
  /** One key. */
  readonly key?: string | undefined;
}

/** Code of one page that ran: a call of the application, an event, or a timer. */
export interface Turn {
  readonly session: Session;
  readonly asks: Request;
  /** The module is opened in this turn. */
  readonly isOpening: boolean;
  /** Values that waited for consent are stored now: they were acknowledged when they were set. */
  readonly isAllowing: boolean;
  readonly result: unknown;
  readonly errors: readonly unknown[];
  readonly before: Entries;
  readonly after: Entries;
  /** The texts that were stored under the key of the entry. */
  readonly written: readonly string[];
}

/** The application's own mistakes are thrown. */
const MISTAKES = ['invalid-options', 'duplicate-key', 'protected-key', 'unserializable'];

export class Law {
  private things = new Map<string, Thing>();
  /** What was made from a thing by a migration, if that was stored. */
  private readonly migrated = new Map<string, Properties>();
  private turn = 0;
  /** The turn in which a value was first stored. */
  private readonly seen = new Map<string, number>();
  /**
   * Calls that returned false. The library may try again with a later call, but only to overwrite
   * values that were stored before the refused one.
   */
  private readonly refused = new WeakMap<Session, { asks: Request; turn: number }[]>();

  /** Returns how a turn broke the law. */
  judge(turn: Turn): string[] {
    const { session, before, after } = turn;
    this.see(before, after);
    const results = this.findResults(turn);
    const { lost, moved } = this.update(after, (thing) => this.isAsked(thing, turn));
    const missing = this.hold(turn, results);
    // What an earlier release of the library does can't be changed anymore.
    if (session.release.library === 'released') return [];
    return [
      ...lost.map((thing) => `lost ${describe(thing)}`),
      ...moved.filter((thing) => !mayMove(thing, turn)).map((thing) => `moved ${describe(thing)}`),
      ...missing,
      ...crashes(turn),
    ];
  }

  /** Other code may do what it wants, and what it stores is protected from the library. */
  acceptForeign(key: string, before: Entries, after: Entries): void {
    this.see(before, after);
    this.update(after, () => true);
    const text = after.get(key);
    const properties = propertiesOf(text);
    if (properties) this.store(key, properties);
    else if (text !== undefined) this.add({ key, text });
  }

  /** Returns what is only in a backup that the application can't list. */
  judgeBackups({ release, key, module, exports }: Session, entries: Entries): string[] {
    if (!module || !exports.backupsOf) return [];
    const current = describeKey(key)?.version ?? 1;
    const backups = [...this.things.values()].filter((thing) => {
      const version = describeKey(thing.key)?.version;
      return thing.key !== key && version !== undefined && version <= current;
    });
    if (!backups.length || release.library === 'released') return [];
    const list = exports.backupsOf(module).list();
    return backups
      .filter(
        ({ key }) => !list.some((listed) => listed.key === key && listed.text === entries.get(key)),
      )
      .map((thing) => `not listed: ${describe(thing)}`);
  }

  /** Finds where everything is now. Returns what was lost or moved without being asked for. */
  private update(after: Entries, isAsked: (thing: Thing) => boolean) {
    const lost: Thing[] = [];
    const moved: Thing[] = [];
    for (const [id, thing] of this.things) {
      if (isIn(after.get(thing.key), thing)) continue;
      this.things.delete(id);
      const copy = [...after].find(([key, text]) => key.startsWith(KEY) && isIn(text, thing));
      if (copy) this.add({ ...thing, key: copy[0] });
      if (!isAsked(thing)) (copy ? moved : lost).push(thing);
    }
    return { lost, moved };
  }

  private isAsked(thing: Thing, turn: Turn): boolean {
    const { session, asks, before, after } = turn;
    const { name = '', key } = thing;
    const earlier = this.refused.get(session) ?? [];
    return (
      isRequested(thing, asks, turn) ||
      earlier.some((call) => this.isOlder(thing, call) && isRequested(thing, call.asks, turn)) ||
      (!!session.release.expiry && hasExpired(propertiesOf(before.get(key)), name, now(session))) ||
      isContained(this.migrated.get(idOf(thing)), after.get(session.key)) ||
      session.adoptions.some(
        ({ taken, output }) => isIn(taken.get(key), thing) && isStored(resultOf(output), turn),
      ) ||
      (turn.isOpening && isDiscarded(key, turn))
    );
  }

  /** Returns the values that a migration or `adopt` stored, and notes what they were made from. */
  private findResults(turn: Turn): Properties[] {
    const { session } = turn;
    const chains = chainsOf(session).filter(({ result }) => isStored(result, turn));
    for (const chain of chains) this.noteSource(chain, turn);
    const adopted = session.adoptions.map(({ output }) => resultOf(output));
    return [
      ...chains.map(({ result }) => result),
      ...adopted.filter((result) => result && isStored(result, turn)),
    ] as Properties[];
  }

  private noteSource({ source, result }: Chain, { session, before }: Turn): void {
    const keys = [...before.keys()].filter((key) => key !== session.key && describeKey(key));
    for (const [name, text] of propertiesOf(source) ?? []) {
      for (const key of keys) {
        const thing = { key, name, text };
        if (isIn(before.get(key), thing)) this.migrated.set(idOf(thing), result);
      }
    }
  }

  /** Adds what is stored now. Returns what was acknowledged, but isn't. */
  private hold(turn: Turn, results: readonly Properties[]): string[] {
    const { session, asks, result, errors } = turn;
    const { key } = session;
    for (const properties of results) this.store(key, properties);
    const earlier = this.refused.get(session) ?? [];
    if (result === false || errors.length) {
      this.refused.set(session, [...earlier, { asks, turn: this.turn }]);
    }
    const isAcknowledged = result === true || turn.isAllowing;
    if (!isAcknowledged || !session.module?.helper.isPersistent()) return [];
    // The library has stored what it refused before, or given it up.
    this.refused.delete(session);
    for (const call of earlier) this.acknowledge(call.asks, turn);
    const missing = this.acknowledge(asks, turn);
    return turn.isAllowing ? [] : missing.map((name) => `acknowledged, but not stored: ${name}`);
  }

  /** Adds the properties of a call. Returns the names of those that don't have the value it set. */
  private acknowledge({ names = new Map() }: Request, { session, after }: Turn): string[] {
    const { key } = session;
    const stored = propertiesOf(after.get(key));
    return [...names].flatMap(([name, texts]) => {
      const text = stored?.get(name);
      if (!texts.includes(text)) return [name];
      if (text !== undefined) this.store(key, new Map([[name, text]]));
      return [];
    });
  }

  private store(key: string, properties: Properties): void {
    for (const [name, text] of properties) if (isValueName(name)) this.add({ key, name, text });
  }

  private see(before: Entries, after: Entries): void {
    this.turn += 1;
    for (const [key, text] of after) {
      if (before.get(key) === text) continue;
      for (const [name, value] of propertiesOf(text) ?? [[undefined, text]]) {
        const id = idOf({ key, name, text: value });
        if (!this.seen.has(id)) this.seen.set(id, this.turn);
      }
    }
  }

  private isOlder(thing: Thing, call: { turn: number }): boolean {
    return (this.seen.get(idOf(thing)) ?? 0) <= call.turn;
  }

  private add(thing: Thing): void {
    const id = idOf(thing);
    if (!this.things.has(id)) this.things.set(id, thing);
  }
}

const idOf = ({ key, name, text }: Thing) => `${key}\n${name}\n${text}`;

const now = ({ page }: Session): number => EPOCH + page.device.now;

function isIn(text: string | undefined, thing: Thing): boolean {
  if (text === undefined || thing.name === undefined) return text === thing.text;
  return propertiesOf(text)?.get(thing.name) === thing.text;
}

function describe({ key, name, text }: Thing): string {
  return `${name === undefined ? 'the text' : `${name}:`} ${text} in ${key}`;
}

function isRequested({ name, key }: Thing, asks: Request, { session, after }: Turn): boolean {
  if (asks.isModule && describeKey(key)) return true;
  if (asks.key === key) return true;
  if (asks.isBackups && isBackupOf(key, session.key)) return true;
  if (key !== session.key) return false;
  const next = propertiesOf(after.get(key))?.get(name ?? '');
  return !!asks.isEntry || (name !== undefined && !!asks.names?.get(name)?.includes(next));
}

/**
 * Reading never writes: only a call of the application may move a text to a backup, and only one that
 * isn't an entry. `restore` moves all of them.
 */
function mayMove({ name }: Thing, { session, asks }: Turn): boolean {
  const isWrite = !!asks.names?.size || !!asks.isEntry;
  return !!asks.isRestore || session.adoptions.length > 0 || (name === undefined && isWrite);
}

function isContained(values: Properties | undefined, text: string | undefined): boolean {
  const properties = propertiesOf(text);
  return !!values && [...values].every(([name, value]) => properties?.get(name) === value);
}

/** Returns whether the entry contained all of these values at some time in the turn. */
function isStored(values: Properties | undefined, { written }: Turn): boolean {
  return written.some((text) => isContained(values, text));
}

/** Migrations that led to the version of the release. */
interface Chain {
  /** What the first one received, as JSON. */
  readonly source: string;
  readonly result: Properties;
}

function chainsOf({ migrations, release }: Session): Chain[] {
  let previous: MigrationRun | undefined;
  let source = '';
  return migrations.flatMap((run) => {
    if (run.step - 1 !== previous?.step) source = run.input;
    previous = run;
    const result = run.step === release.version ? resultOf(run.output) : undefined;
    return result ? [{ source, result }] : [];
  });
}

/** Returns whether a raised version asks to delete an entry: without `migrations` and `adopt`. */
function isDiscarded(key: string, { session, before }: Turn): boolean {
  const { version, preVersion = Number(version) - 1, migrations, adopt, typo } = session.release;
  if (migrations || adopt || typo || before.has(session.key)) return false;
  const isVersion = (value: unknown) => Number.isInteger(value) && Number(value) > 0;
  const isRaised =
    isVersion(version) && isVersion(preVersion) && Number(preVersion) < Number(version);
  return isRaised && key === keyOf(Number(preVersion)) && !!propertiesOf(before.get(key));
}

/**
 * Full or failing storage, stored texts and callbacks don't make a call throw, except one that has to
 * erase everything and can't.
 */
function crashes({ errors, asks, session }: Turn): string[] {
  if (session.release.onError === 'throws') return [];
  const isExpected = (error: unknown) =>
    asks.isModule || MISTAKES.includes((error as { code?: string }).code ?? '');
  return errors.filter((error) => !isExpected(error)).map((error) => `threw ${error}`);
}
