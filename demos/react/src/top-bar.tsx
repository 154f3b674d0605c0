import { useStorage } from '@tuffet/react-hooks';
import { darkLogo, logo, settings } from '@tuffet-demos/shelf';
import { useStrings } from './use-strings.ts';

export function TopBar() {
  const { strings } = useStrings();
  const { isDrawerOpen, setIsDrawerOpen } = useStorage(settings).isDrawerOpenState;
  return (
    <header className="bar">
      <a className="brand" href="/">
        <img className="light-logo" src={logo} alt="" width="28" height="28" loading="lazy" />
        <img className="dark-logo" src={darkLogo} alt="" width="28" height="28" loading="lazy" />
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
