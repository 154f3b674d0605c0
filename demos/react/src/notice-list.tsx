import {
  dismiss,
  getNotices,
  isGoodNews,
  pageOf,
  sayNotice,
  subscribeNotices,
} from '@tuffet-demos/shelf';
import { useSyncExternalStore } from 'react';
import { useWords } from './use-words.ts';

export function NoticeList() {
  const { language, words } = useWords();
  const notices = useSyncExternalStore(subscribeNotices, getNotices);
  return (
    <div className="notices" role="alert">
      {notices.map((notice) => (
        <div key={notice.id} className="notice" data-good={isGoodNews(notice)}>
          <p>{sayNotice(notice, words)}</p>
          <p className="links">
            {pageOf(notice, language) && <a href={pageOf(notice, language)}>{words.explain}</a>}
            <button type="button" className="quiet" onClick={() => dismiss(notice.id)}>
              {words.dismiss}
            </button>
          </p>
        </div>
      ))}
    </div>
  );
}
