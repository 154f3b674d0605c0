import { ancestorsOf } from '../../shared/breadcrumbs';
import { useChrome, usePage } from '../../shared/hooks/use-page-data';
import { SiteLink } from '../site-link';
import './styles.css';

export function Breadcrumbs() {
  const chrome = useChrome();
  return (
    <nav aria-label={chrome.strings.breadcrumbs}>
      <ol>
        {ancestorsOf(chrome, usePage()).map(({ text, path }) => (
          <li key={text}>{path ? <SiteLink path={path}>{text}</SiteLink> : text}</li>
        ))}
      </ol>
    </nav>
  );
}
