import {
  dismiss,
  formatNotice,
  getNotices,
  helpUrlOf,
  isSuccess,
  subscribeNotices,
  type TrialName,
} from '@tuffet-demos/shelf';
import { useSyncExternalStore } from 'react';
import { useStrings } from './use-strings.ts';

/** The notices of a card, or those at the edge of the window. */
export function NoticeList({ trial }: { trial?: TrialName }) {
  const { language, strings } = useStrings();
  const notices = useSyncExternalStore(subscribeNotices, getNotices);
  const shown = notices.filter((notice) => notice.trial === trial);
  return (
    <div className={trial ? 'outcome' : 'notices'} role="alert">
      {shown.map((notice) => (
        <div key={notice.id} className="notice" data-good={isSuccess(notice)}>
          <p>{formatNotice(notice, strings)}</p>
          <p className="links">
            {helpUrlOf(notice, language) && (
              <a href={helpUrlOf(notice, language)}>{strings.explain}</a>
            )}
            <button type="button" className="quiet" onClick={() => dismiss(notice.id)}>
              {strings.dismiss}
            </button>
          </p>
        </div>
      ))}
    </div>
  );
}
