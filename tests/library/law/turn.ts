import { EPOCH } from './page.ts';
import type { MigrationRun, Session } from './session.ts';
import { contains, type Entries, type Properties, valuesOf } from './texts.ts';

/** The data that a call asks the library to delete or overwrite. */
export interface Request {
  /** Properties of the entry, each with the values that it may have afterwards. */
  readonly names?: ReadonlyMap<string, readonly (string | undefined)[]>;
  /** Everything in the entry. */
  readonly isEntry?: boolean;
  /** The backups of the entry. */
  readonly isBackups?: boolean;
  /** Everything that belongs to the module. */
  readonly isModule?: boolean;
  /** The backup with this key takes the place of the entry, which becomes a backup in turn. */
  readonly restore?: string;
  /** One key. */
  readonly key?: string;
}

/** Code of one page that ran: a call of the application, an event, or a timer. */
export interface Turn {
  readonly session: Session;
  readonly asks: Request;
  /** The module is opened in this turn. */
  readonly isOpening: boolean;
  /** Values that waited for consent are stored now: they were acknowledged when they were set. */
  readonly isAllowing: boolean;
  /** Storage didn't fail, and nothing limits it. */
  readonly isHealthy: boolean;
  readonly result: unknown;
  readonly errors: readonly unknown[];
  readonly before: Entries;
  readonly after: Entries;
  /** The strings that were stored under the key of the entry. */
  readonly written: readonly string[];
}

export const clockOf = ({ page }: Session): number => EPOCH + page.device.now;

/** Returns what a callback returned, if the entry contained all of it at some time in the turn. */
export function resultOf(
  output: unknown,
  { session, written, before }: Turn,
): Properties | undefined {
  const values = valuesOf(output);
  // It may also be there since an earlier visit, which ended before the old entry was deleted.
  const texts = [...written, ...[before.get(session.key) ?? []].flat()];
  return values && texts.some((text) => contains(text, values)) ? values : undefined;
}

/** Migrations that led to the version of the release. */
export interface Chain {
  /** The input of the first one, as JSON. */
  readonly source: string;
  readonly result: Properties;
}

/** Returns the migrations of a turn whose results were stored. */
export function chainsOf(turn: Turn): Chain[] {
  const { migrations, release } = turn.session;
  let previous: MigrationRun | undefined;
  let source = '';
  return migrations.flatMap((run) => {
    if (run.step - 1 !== previous?.step) source = run.input;
    previous = run;
    const result = run.step === release.version ? resultOf(run.output, turn) : undefined;
    return result ? [{ source, result }] : [];
  });
}
