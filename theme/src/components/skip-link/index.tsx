import { useChrome } from '../../shared/hooks/use-page-data';
import './styles.css';

/** Leads past the navigation, to the title of the page. */
export function SkipLink({ target }: { readonly target: string }) {
  return (
    <a className="skip-link" href={`#${target}`}>
      {useChrome().strings.skip}
    </a>
  );
}
