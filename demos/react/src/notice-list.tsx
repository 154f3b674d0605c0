import {
  dismiss,
  getNotices,
  isGoodNews,
  pageOf,
  sayNotice,
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
        <div key={notice.id} className="notice" data-good={isGoodNews(notice)}>
          <p>{sayNotice(notice, strings)}</p>
          <p className="links">
            {pageOf(notice, language) && <a href={pageOf(notice, language)}>{strings.explain}</a>}
            <button type="button" className="quiet" onClick={() => dismiss(notice.id)}>
              {strings.dismiss}
            </button>
          </p>
        </div>
      ))}
    </div>
  );
}
