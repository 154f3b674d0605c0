import { classNames } from '../../shared/class-names';
import { pathTo, useChrome } from '../../shared/hooks/use-page-data';
import { ColorModeToggle } from '../color-mode-toggle';
import { LanguageMenu } from '../language-menu';
import { NavMenu } from '../nav-menu';
import { SearchButton } from '../search-button';
import { DRAWER_ID } from '../sidebar';
import { SiteLink } from '../site-link';
import './styles.css';

const SIZE = { width: 28, height: 28 };

export function Navbar() {
  const chrome = useChrome();
  const { strings, sidebar } = chrome;
  return (
    <header className="navbar">
      <SiteLink className="brand" path={chrome.prefix}>
        <Logo />
        {chrome.title}
      </SiteLink>
      <SearchButton />
      <NavMenu className="nav" />
      {chrome.languages[1] && <LanguageMenu />}
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

/** The stylesheet shows the image of the color mode. */
function Logo() {
  const chrome = useChrome();
  const { logo, logoDark } = chrome;
  const image = (path: string, className?: string) => (
    <img className={className} src={pathTo(chrome, path)} alt="" {...SIZE} loading="lazy" />
  );
  return (
    <>
      {logo && image(logo, logoDark ? 'light-logo' : undefined)}
      {logoDark && image(logoDark, 'dark-logo')}
    </>
  );
}
