import { KEY } from './release.ts';
import type { Session } from './session.ts';
import {
  contains,
  describeKey,
  type Entries,
  isIn,
  isValueName,
  type Properties,
  propertiesOf,
  type Thing,
} from './texts.ts';
import { type Chain, chainsOf, type Request, resultOf, type Turn } from './turn.ts';

interface Call {
  readonly asks: Request;
  readonly turn: number;
}

const idOf = ({ key, name, text }: Thing) => `${key}\n${name}\n${text}`;

/** Everything that is stored: acknowledged by the library, or written by other code. */
export class Ledger {
  private readonly things = new Map<string, Thing>();
  private turn = 0;
  /** The turn in which a value was first stored. */
  private readonly seen = new Map<string, number>();
  /** The result of the migration of a value, and the turn. */
  private readonly migrated = new Map<string, { result: Properties; turn: number }>();
  /** Calls that returned false. The library may try again with a later call. */
  private readonly refused = new WeakMap<Session, readonly Call[]>();

  /** Acknowledged calls. If another tab undoes one unknowingly, the page repeats it. */
  private readonly done = new WeakMap<Session, readonly Call[]>();

  list(): Thing[] {
    return [...this.things.values()];
  }

  /** Adds what migrations and `adopt` stored. */
  begin(turn: Turn): void {
    const { session, before, after } = turn;
    this.see(before, after);
    for (const chain of chainsOf(turn)) {
      this.noteSource(chain, turn);
      this.store(session.key, chain.result);
    }
    for (const { output } of session.adoptions) {
      this.store(session.key, resultOf(output, turn) ?? new Map());
    }
  }

  /** Finds where everything is now. Returns what isn't where it was. */
  update(after: Entries): { lost: Thing[]; moved: Thing[] } {
    const [lost, moved]: [Thing[], Thing[]] = [[], []];
    for (const [id, thing] of this.things) {
      if (isIn(after.get(thing.key), thing)) continue;
      this.things.delete(id);
      const copy = [...after].find(([key, text]) => key.startsWith(KEY) && isIn(text, thing));
      if (copy) this.add({ ...thing, key: copy[0] });
      (copy ? moved : lost).push(thing);
    }
    return { lost, moved };
  }

  /** Adds what is acknowledged. Returns the names of properties that don't have the acknowledged value. */
  finish(turn: Turn): string[] {
    const { session, asks, result, errors, isAllowing } = turn;
    const earlier = this.refused.get(session) ?? [];
    if (result === false || errors.length) {
      this.refused.set(session, [...earlier, { asks, turn: this.turn }]);
    }
    const isAcknowledged = result === true || isAllowing;
    if (isAcknowledged) {
      const done = this.done.get(session) ?? [];
      this.done.set(session, [...done, { asks, turn: this.turn }]);
    }
    if (!isAcknowledged || !session.module?.helper.isPersistent()) return [];
    // The library has stored what it refused before, or given it up.
    this.refused.delete(session);
    for (const call of earlier) this.acknowledge(call.asks, turn);
    const missing = this.acknowledge(asks, turn);
    return isAllowing ? [] : missing;
  }

  /**
   * Data that other code deletes is gone, and data that it stores is protected from the library.
   * Properties that it leaves unchanged are whatever they were before.
   */
  acceptForeign(key: string, before: Entries, after: Entries): void {
    this.see(before, after);
    this.update(after);
    const text = after.get(key);
    const properties = propertiesOf(text);
    const earlier = propertiesOf(before.get(key));
    const isChanged = ([name, value]: [string, string]) => earlier?.get(name) !== value;
    if (properties) this.store(key, new Map([...properties].filter(isChanged)));
    else if (text !== undefined) this.add({ key, text });
  }

  /**
   * Returns what earlier calls of a page asked for that it may repeat: refused ones, if this was stored
   * before them, and removals, which initial values of another tab don't undo.
   */
  askedBefore(thing: Thing, session: Session): Request[] {
    const since = this.seen.get(idOf(thing)) ?? 0;
    const refused = this.refused.get(session) ?? [];
    const isRemoval = ({ asks: { names, isEntry } }: Call) =>
      (names?.get(thing.name ?? '') ?? (isEntry ? [undefined] : [])).includes(undefined);
    const removals = (this.done.get(session) ?? []).filter(isRemoval);
    return [...refused.filter(({ turn }) => since <= turn), ...removals].map(({ asks }) => asks);
  }

  /** Whether the entry of the page contains what a migration made from this. */
  isMigrated(thing: Thing, { session, after }: Turn): boolean {
    const migrated = this.migrated.get(idOf(thing));
    return (
      !!migrated &&
      (migrated.turn === this.turn || contains(after.get(session.key), migrated.result))
    );
  }

  private noteSource({ source, result }: Chain, { session, before }: Turn): void {
    const keys = [...before.keys()].filter((key) => key !== session.key && describeKey(key));
    for (const [name, text] of propertiesOf(source) ?? []) {
      for (const key of keys) {
        const thing = { key, name, text };
        const isSource = isIn(before.get(key), thing);
        if (isSource) this.migrated.set(idOf(thing), { result, turn: this.turn });
      }
    }
  }

  /** Adds the properties of a call. Returns the names of those that don't have the value it set. */
  private acknowledge({ names = new Map() }: Request, { session, after }: Turn): string[] {
    const { key } = session;
    const stored = propertiesOf(after.get(key));
    return [...names].flatMap(([name, texts]) => {
      const text = stored?.get(name);
      if (!texts.includes(text)) return [name];
      if (text === undefined) return [];
      this.store(key, new Map([[name, text]]));
      // The value that was set now has not been migrated, although the same one was before.
      this.migrated.delete(idOf({ key, name, text }));
      return [];
    });
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

  private store(key: string, properties: Properties): void {
    for (const [name, text] of properties) if (isValueName(name)) this.add({ key, name, text });
  }

  private add(thing: Thing): void {
    const id = idOf(thing);
    if (!this.things.has(id)) this.things.set(id, thing);
  }
}
