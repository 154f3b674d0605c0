import { useStorage } from '@tuffet/react-hooks';
import { logo, settings } from '@tuffet-demos/shelf';
import { useStrings } from './use-strings.ts';

export function TopBar() {
  const { strings } = useStrings();
  const { isDrawerOpen, setIsDrawerOpen } = useStorage(settings).isDrawerOpenState;
  return (
    <header className="bar">
      <a className="brand" href="/">
        <img src={logo} alt="" width="28" height="28" />
        Tuffet
      </a>
      <span className="badge">React</span>
      <button
        type="button"
        className="quiet bar-button"
        aria-controls="drawer"
        aria-expanded={isDrawerOpen}
        onClick={() => setIsDrawerOpen(!isDrawerOpen)}
      >
        {strings.drawer}
      </button>
    </header>
  );
}
