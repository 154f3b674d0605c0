import { classNames } from '../../shared/class-names';
import { pathTo, useChrome } from '../../shared/hooks/use-page-data';
import { ColorModeToggle } from '../color-mode-toggle';
import { LanguageMenu } from '../language-menu';
import { NavMenu } from '../nav-menu';
import { SearchButton } from '../search-button';
import { DRAWER_ID } from '../sidebar';
import { SiteLink } from '../site-link';
import './styles.css';

export function Navbar() {
  const chrome = useChrome();
  const { strings, sidebar } = chrome;
  return (
    <header className="navbar">
      <SiteLink className="brand" path={chrome.prefix}>
        {chrome.logo && (
          <img src={pathTo(chrome, chrome.logo)} alt="" width="28" height="28" loading="lazy" />
        )}
        {chrome.title}
      </SiteLink>
      <SearchButton />
      <NavMenu className="nav" />
      <LanguageMenu />
      <ColorModeToggle />
      <SiteLink className="source" path={chrome.repository}>
        <span className="unseen">{strings.source}</span>
      </SiteLink>
      <button
        type="button"
        className={classNames('icon', 'toggle', !sidebar.length && 'bare')}
        popoverTarget={DRAWER_ID}
      >
        <span className="unseen">{strings.menu}</span>
      </button>
    </header>
  );
}
