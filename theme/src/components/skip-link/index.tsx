import { useChrome } from '../../hooks/use-page-data';
import styles from './styles.module.css';

/** Leads past the navigation, to the title of the page. */
export function SkipLink({ target }: { readonly target: string }) {
  return (
    <a className={styles.link} href={`#${target}`}>
      {useChrome().strings.skip}
    </a>
  );
}
