// Messages about the user's entries. The modules report errors here.
import type { TuffetError, TuffetErrorCode } from '@tuffet/hooks';

type NoticeCode = TuffetErrorCode | 'migrated' | 'bypassed' | 'freed';

export interface Notice {
  readonly id: number;
  readonly code: NoticeCode;
  /** Of the entry. */
  readonly key: string;
}

const SUCCESSES: ReadonlySet<NoticeCode> = new Set(['migrated', 'freed']);
export const isSuccess = ({ code }: Notice): boolean => SUCCESSES.has(code);

/** Shown elsewhere, as long as it applies. */
const SHOWN_ELSEWHERE: ReadonlySet<NoticeCode> = new Set(['denied']);

let notices: readonly Notice[] = [];
let count = 0;
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
    // Replaces an equal notice.
    const others = notices.filter((notice) => notice.code !== code || notice.key !== key);
    change([...others, { id: count, code, key }]);
  }
}

export const reportError = ({ code, key }: TuffetError): void => notify(code, key);

export const dismiss = (id: number): void => change(notices.filter((notice) => notice.id !== id));

export const getNotices = (): readonly Notice[] => notices;

export function subscribeNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
