import type { EntryStory, Fate } from './explain.ts';
import type { Outcome } from './simulate.ts';

/** How it ends for the values that were stored. */
export type End = 'alive' | 'lost' | 'waiting' | 'fresh' | 'refused';

export function endOf(stories: readonly EntryStory[], { thrown }: Outcome): End {
  const has = (fate: Fate) => stories.some((story) => story.fate === fate);
  if (thrown) return 'refused';
  if (has('used') || has('moved')) return 'alive';
  if (has('kept')) return 'waiting';
  return has('deleted') ? 'lost' : 'fresh';
}
