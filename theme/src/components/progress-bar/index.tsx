import { useNavigationState } from '../../router/navigation-state';
import { useChrome } from '../../shared/hooks/use-page-data';
import './styles.css';

/** Visible while a page loads. CSS delays it, so that fast loads don't show it. */
export function ProgressBar() {
  const { strings } = useChrome();
  const { status } = useNavigationState();
  return status === 'loading' ? (
    <div className="progress" role="progressbar" aria-label={strings.loading} />
  ) : null;
}
