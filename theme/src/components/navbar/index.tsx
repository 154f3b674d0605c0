import { classNames } from '../../class-names';
import { pathTo, useChrome } from '../../hooks/use-page-data';
import { ColorModeToggle } from '../color-mode-toggle';
import { LanguageMenu } from '../language-menu';
import { NavMenu } from '../nav-menu';
import { DRAWER_ID } from '../sidebar';
import { SiteLink } from '../site-link';
import styles from './styles.module.css';

/** The bar that stays at the top of every page. */
export function Navbar() {
  const chrome = useChrome();
  const { strings, sidebar } = chrome;
  return (
    <header className={styles.bar}>
      <SiteLink className={styles.brand} path={chrome.prefix}>
        {chrome.logo && (
          <img src={pathTo(chrome, chrome.logo)} alt="" width="28" height="28" loading="lazy" />
        )}
        {chrome.title}
      </SiteLink>
      <NavMenu className={styles.nav} />
      <LanguageMenu />
      <ColorModeToggle />
      <SiteLink className={styles.source} path={chrome.repository}>
        <span className="unseen">{strings.source}</span>
      </SiteLink>
      <button
        type="button"
        className={classNames('icon', styles.toggle, !sidebar.length && styles.bare)}
        popoverTarget={DRAWER_ID}
      >
        <span className="unseen">{strings.menu}</span>
      </button>
    </header>
  );
}
