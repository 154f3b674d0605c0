import type { Chrome } from '../../app/data';
import { Shell } from '../../components/shell';
import { Sidebar } from '../../components/sidebar';
import { classNames } from '../../shared/class-names';
import { useHydrated } from '../../shared/hooks/use-hydrated';
import { pathTo } from '../../shared/hooks/use-page-data';
import './styles.css';

const TITLE_ID = '_title';

interface NotFoundLayoutProps {
  readonly chromes: readonly Chrome[];
  /** Whether it is certain that there is no page. Until then nothing is shown. */
  readonly isSettled: boolean;
}

/** The page for unknown paths, in one or more languages. */
export default function NotFoundLayout({ chromes, isSettled }: NotFoundLayoutProps) {
  // Without scripts the text appears after a delay; with scripts, once the path is resolved.
  const open = useHydrated() ? 'pending' : 'open';
  return (
    <Shell title={TITLE_ID}>
      <Sidebar />
      <main className={classNames('lost', !isSettled && open)}>
        {chromes.map((chrome, index) => (
          <Message key={chrome.locale} chrome={chrome} isFirst={index === 0} />
        ))}
      </main>
    </Shell>
  );
}

interface MessageProps {
  readonly chrome: Chrome;
  readonly isFirst: boolean;
}

function Message({ chrome, isFirst }: MessageProps) {
  const { strings, locale, dir, prefix } = chrome;
  return (
    <section lang={locale} dir={dir}>
      {isFirst ? (
        <h1 id={TITLE_ID} tabIndex={-1}>
          {strings.notFound}
        </h1>
      ) : (
        <h2>{strings.notFound}</h2>
      )}
      <p>{strings.notFoundText}</p>
      <p>
        <a className="button" href={pathTo(chrome, prefix)}>
          {strings.notFoundHome}
        </a>
      </p>
    </section>
  );
}
