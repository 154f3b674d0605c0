import { followSystem } from '../../shared/hooks/use-color-mode';
import { useHydrated } from '../../shared/hooks/use-hydrated';
import { useChrome } from '../../shared/hooks/use-page-data';
import { SiteLink } from '../site-link';
import './styles.css';

export function Footer() {
  const { title, repository, strings } = useChrome();
  return (
    <footer className="footer">
      <span>{title}</span>
      {strings.licence && <span>{strings.licence}</span>}
      <SiteLink path={repository}>{strings.source}</SiteLink>
      <button
        type="button"
        className="system-colors"
        disabled={!useHydrated()}
        onClick={followSystem}
      >
        {strings.systemColors}
      </button>
    </footer>
  );
}
