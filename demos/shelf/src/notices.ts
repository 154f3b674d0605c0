// Messages about the user's entries. The modules report errors here.
import type { TuffetError, TuffetErrorCode } from '@tuffet/hooks';

type NoticeCode = TuffetErrorCode | 'migrated' | 'bypassed' | 'freed';

/** A card under “Try to break it”. */
export type TrialName = 'bypass' | 'fill' | 'corruptDraft' | 'unnamed' | 'version1';

export interface Notice {
  readonly id: number;
  readonly code: NoticeCode;
  /** Of the entry. */
  readonly key: string;
  /** The card that shows it. All other notices are shown at the edge of the window. */
  readonly trial: TrialName | undefined;
}

const SUCCESSES: ReadonlySet<NoticeCode> = new Set(['migrated', 'freed']);
export const isSuccess = ({ code }: Notice): boolean => SUCCESSES.has(code);

/** Shown elsewhere, as long as it applies. */
const SHOWN_ELSEWHERE: ReadonlySet<NoticeCode> = new Set(['denied']);

let notices: readonly Notice[] = [];
let count = 0;
let currentTrial: TrialName | undefined;
const listeners = new Set<() => void>();

function change(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) {
    listener();
  }
}

export function notify(code: NoticeCode, key: string): void {
  if (!SHOWN_ELSEWHERE.has(code)) {
    count += 1;
    // Each place shows the newest one, so that notices never pile up over the page.
    const others = notices.filter(({ trial }) => trial !== currentTrial);
    change([...others, { id: count, code, key, trial: currentTrial }]);
  }
}

/** Runs a function that shows its notices in a card. */
export function runTrial(trial: TrialName, run: () => void): void {
  currentTrial = trial;
  try {
    run();
  } finally {
    currentTrial = undefined;
  }
}

export const reportError = ({ code, key }: TuffetError): void => notify(code, key);

export const dismiss = (id: number): void => change(notices.filter((notice) => notice.id !== id));

export const getNotices = (): readonly Notice[] => notices;

export function subscribeNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
