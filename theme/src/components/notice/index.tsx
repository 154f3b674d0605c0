import { useNavigationState } from '../../router/navigation-state';
import { useChrome } from '../../shared/hooks/use-page-data';
import './styles.css';

/** Says why a page did not come. The place for it is always there, so that it is read out. */
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
