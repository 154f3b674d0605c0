import { useNavigationState } from '../../router/navigation-state';
import { useChrome } from '../../shared/hooks/use-page-data';
import './styles.css';

/** Shows that a page is on its way, unless it comes at once. */
export function ProgressBar() {
  const { strings } = useChrome();
  const { status } = useNavigationState();
  return status === 'loading' ? (
    <div className="progress" role="progressbar" aria-label={strings.loading} />
  ) : null;
}
