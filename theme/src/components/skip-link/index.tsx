import { useChrome } from '../../shared/hooks/use-page-data';
import './styles.css';

export function SkipLink({ target }: { readonly target: string }) {
  return (
    <a className="skip-link" href={`#${target}`}>
      {useChrome().strings.skip}
    </a>
  );
}
