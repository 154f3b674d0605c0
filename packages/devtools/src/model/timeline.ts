import type { Entry } from '../inspector/entry.ts';
import { changedLines, linesOf } from '../inspector/lines.ts';

/** Where a write came from: a module or other code of this page, another tab or iframe, or the panel. */
export type Origin = 'module' | 'raw' | 'tab' | 'devtools';

export interface Change {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly storage: Entry['storage'];
  readonly key: string;
  /** Null: there was no entry. */
  readonly before: string | null;
  readonly after: string | null;
  readonly origin: Origin;
  /** Empty if it isn't known. */
  readonly stack: string;
  /** Changes of the same turn of the event loop have the same number. */
  readonly turn: number;
}

const MAX_CHANGES = 200;
/** In the entries before and after all changes: large entries would fill the memory. */
const MAX_CHARACTERS = 10_000_000;

/** Returns the changes, oldest first, with one more. Those that exceed a limit are removed. */
export function addChange(changes: readonly Change[], next: Change): readonly Change[] {
  return limit(appendChange(changes, next));
}

/** Returns the changes, oldest first, with one more, without a limit. */
export function appendChange(changes: readonly Change[], next: Change): readonly Change[] {
  const last = changes[changes.length - 1];
  if (!last || !isReplacement(last, next)) return [...changes, next];
  const others = changes.slice(0, -1);
  return last.before === next.after ? others : [...others, { ...next, before: last.before }];
}

/** A module replaces an entry by removing it first, so that other tabs accept the whole entry. */
function isReplacement(last: Change, next: Change): boolean {
  return (
    last.after === null &&
    last.turn === next.turn &&
    last.origin === next.origin &&
    last.storage === next.storage &&
    last.key === next.key
  );
}

function limit(changes: readonly Change[]): readonly Change[] {
  let characters = 0;
  let start = changes.length;
  while (start > 0 && changes.length - start < MAX_CHANGES) {
    const { before, after } = changes[start - 1] as Change;
    characters += (before?.length ?? 0) + (after?.length ?? 0);
    if (characters > MAX_CHARACTERS && start < changes.length) break;
    start -= 1;
  }
  return changes.slice(start);
}

export type ChangeKind = 'created' | 'changed' | 'removed';

export function kindOf({ before, after }: Change): ChangeKind {
  if (after === null) return 'removed';
  return before === null ? 'created' : 'changed';
}

export interface DiffLine {
  readonly sign: '+' | '-';
  readonly text: string;
}

/** Returns the removed lines, then the added ones. */
export function diffOf({ before, after }: Change): DiffLine[] {
  const [old, now] = [before, after].map((text) => (text === null ? [] : linesOf(text)));
  const pick = (lines: readonly string[], chosen: ReadonlySet<number>, sign: DiffLine['sign']) =>
    lines.filter((_, index) => chosen.has(index)).map((text) => ({ sign, text }));
  return [
    ...pick(old as string[], changedLines(now as string[], old as string[]), '-'),
    ...pick(now as string[], changedLines(old as string[], now as string[]), '+'),
  ];
}

/** Our own files: in node_modules, among Vite's dependencies, and in this repository. */
const OWN_FILE =
  /[@/]tuffet[/_][\w-]*(core|hooks|shared|devtools)|\/packages\/[\w-]+\/(src|dist)\//;
/** Our own functions, for bundles that contain the application and its dependencies in one file. */
const OWN_FUNCTION =
  /^(setRaw|removeRaw|writeEntry|update|commit|remove|replace|reset|load|refresh|readEntry|read|writeMissing|storeValues|migrateEntry|adoptEntries|removeOld|backUpText|removeBackups|commitValues|openEntry|open|createStorage|set|setItem|removeItem|clear|clearModule|setModule|patch|initialize)$/;

/** `at save (https://…/src/form.ts?t=1:12:3)` in Chromium, `save@https://…` elsewhere. */
const functionIn = (frame: string): string | undefined =>
  /^(?:at )?(?:async )?([^\s(@/:]+)(?: \[as [^\]]+\])?(?: \(|@)/.exec(frame)?.[1];

/** Returns the function or file that wrote, as the stack names it. */
export function callerOf({ stack, origin }: Pick<Change, 'stack' | 'origin'>): string | undefined {
  const isOwn = (frame: string): boolean =>
    OWN_FILE.test(frame) ||
    (origin === 'module' && OWN_FUNCTION.test(functionIn(frame)?.split('.').pop() ?? ''));
  const frame = stack.split('\n').find((line) => !isOwn(line)) ?? '';
  const place = /([^/\s(@?]+)(?:\?[^:)]*)?(:\d+):\d+\)?$/.exec(frame);
  if (!place) return undefined;
  const [, file = '', line = ''] = place;
  const name = functionIn(frame);
  return name ? `${name} (${file}${line})` : `${file}${line}`;
}
