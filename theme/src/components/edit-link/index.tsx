import { useChrome, usePage } from '../../hooks/use-page-data';
import { SiteLink } from '../site-link';
import styles from './styles.module.css';

/** Leads to the source of the page. */
export function EditLink() {
  return (
    <SiteLink className={styles.link} path={usePage().editLink}>
      {useChrome().strings.edit}
    </SiteLink>
  );
}
