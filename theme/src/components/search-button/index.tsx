import { openSearch } from '../../features/search/open';
import { useHydrated } from '../../shared/hooks/use-hydrated';
import { useChrome } from '../../shared/hooks/use-page-data';
import './styles.css';

export const SearchButton = () => (
  <button
    type="button"
    className="icon search-button"
    disabled={!useHydrated()}
    onClick={openSearch}
  >
    {useChrome().strings.search}
  </button>
);
