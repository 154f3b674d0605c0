import {
  dismiss,
  formatNotice,
  getNotices,
  helpUrlOf,
  isSuccess,
  subscribeNotices,
} from '@tuffet-demos/shelf';
import { useSyncExternalStore } from 'react';
import { useStrings } from './use-strings.ts';

export function NoticeList() {
  const { language, strings } = useStrings();
  const notices = useSyncExternalStore(subscribeNotices, getNotices);
  return (
    <div className="notices" role="alert">
      {notices.map((notice) => (
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
