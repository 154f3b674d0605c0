import { useChrome } from '../../hooks/use-page-data';
import { SiteLink } from '../site-link';
import styles from './styles.module.css';

/** The end of every page. */
export function Footer() {
  const { title, repository, strings } = useChrome();
  return (
    <footer className={styles.footer}>
      <span>{title}</span>
      <span>{strings.licence}</span>
      <SiteLink path={repository}>{strings.source}</SiteLink>
    </footer>
  );
}
