import { useNavigationState } from '../../router/navigation-state';
import { useChrome } from '../../shared/hooks/use-page-data';
import './styles.css';

/** Why a page couldn't be loaded. The live region is always in the DOM, so that it is announced. */
export function Notice() {
  const { strings } = useChrome();
  const { status, retry, dismiss } = useNavigationState();
  return (
    <div className="notice" role="alert">
      {(status === 'offline' || status === 'failed') && (
        <>
          <p>{strings[status]}</p>
          <button type="button" className="button" onClick={retry}>
            {strings.retry}
          </button>
          <button type="button" className="dismiss" onClick={dismiss}>
            {strings.dismiss}
          </button>
        </>
      )}
    </div>
  );
}
