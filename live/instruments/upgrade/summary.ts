import type { EntryResult, Status } from './explain.ts';
import type { Outcome } from './simulate.ts';
import type english from './strings/en.json';

/** The result for all stored values. */
export type Summary = keyof typeof english.summary;

export function summarize(results: readonly EntryResult[], { thrown }: Outcome): Summary {
  const has = (status: Status) => results.some((result) => result.status === status);
  if (thrown) return 'refused';
  if (has('used') || has('moved')) return 'alive';
  if (has('kept')) return 'waiting';
  return has('deleted') ? 'lost' : 'fresh';
}
