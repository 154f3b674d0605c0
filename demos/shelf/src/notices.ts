// What happened to the reader's entries, for the interface to say. The modules report here.
import type { TuffetError, TuffetErrorCode } from '@tuffet/hooks';

export type NoticeCode = TuffetErrorCode | 'migrated' | 'passed' | 'roomy';

export interface Notice {
  readonly id: number;
  readonly code: NoticeCode;
  /** The key of the entry concerned. */
  readonly key: string;
}

/** These tell that something went as it should. */
const GOOD_NEWS: ReadonlySet<NoticeCode> = new Set(['migrated', 'roomy']);
export const isGoodNews = ({ code }: Notice): boolean => GOOD_NEWS.has(code);

/** The interface says this in a place of its own as long as it lasts. */
const SAID_ELSEWHERE: ReadonlySet<NoticeCode> = new Set(['denied']);

let notices: readonly Notice[] = [];
let count = 0;
const listeners = new Set<() => void>();

function change(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) {
    listener();
  }
}

export function tell(code: NoticeCode, key: string): void {
  if (!SAID_ELSEWHERE.has(code)) {
    count += 1;
    // The same twice is said once, as the latest.
    const others = notices.filter((notice) => notice.code !== code || notice.key !== key);
    change([...others, { id: count, code, key }]);
  }
}

export const reportError = ({ code, key }: TuffetError): void => tell(code, key);

export const dismiss = (id: number): void => change(notices.filter((notice) => notice.id !== id));

export const getNotices = (): readonly Notice[] => notices;

export function subscribeNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
