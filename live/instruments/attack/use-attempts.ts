import type { Protection } from '@tuffet/hooks';
import { useEffect, useRef, useState } from 'react';
import { type Attack, attempt, type Outcome } from './attempt.ts';

export type Outcomes = Readonly<Record<string, Outcome>>;

/** Tries every attack whenever the protection changes, and one of them on demand. */
export function useAttempts(attacks: readonly Attack[], protection: Protection) {
  const [outcomes, setOutcomes] = useState<Outcomes>({});
  // They share one storage, so one waits for the other.
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
