import { useHydrated } from '../../hooks/use-hydrated';
import { useChrome } from '../../hooks/use-page-data';
import { openSearch } from '../../search/open';
import './styles.css';

/** Opens the search. On wide screens it says which keys do the same. */
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
