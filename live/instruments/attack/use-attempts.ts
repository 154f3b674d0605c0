import type { Protection } from '@tuffet/hooks';
import { useEffect, useRef, useState } from 'react';
import { type Attack, attempt, type Outcome } from './attempt.ts';

export type Outcomes = Readonly<Record<string, Outcome>>;

/** Runs every attack when the protection changes, and single ones on demand. */
export function useAttempts(attacks: readonly Attack[], protection: Protection) {
  const [outcomes, setOutcomes] = useState<Outcomes>({});
  // One by one, because they share one storage.
  const queue = useRef(Promise.resolve());

  useEffect(() => {
    let isStale = false;
    const tryAll = async () => {
      const found: Record<string, Outcome> = {};
      for (const attack of attacks) {
        if (isStale) return;
        found[attack.id] = await attempt(attack, protection);
      }
      if (!isStale) setOutcomes(found);
    };
    queue.current = queue.current.then(tryAll);
    return () => {
      isStale = true;
    };
  }, [attacks, protection]);

  const tryOne = (attack: Attack) => {
    queue.current = queue.current.then(async () => {
      const outcome = await attempt(attack, protection);
      setOutcomes((others) => ({ ...others, [attack.id]: outcome }));
    });
  };
  return { outcomes, tryOne };
}
