import { useColorMode } from '../../shared/hooks/use-color-mode';
import { useHydrated } from '../../shared/hooks/use-hydrated';
import { useChrome } from '../../shared/hooks/use-page-data';
import './styles.css';

/** Styled by the current colors, so it looks right before hydration. */
export function ColorModeToggle() {
  const { strings } = useChrome();
  const [mode, choose] = useColorMode();
  const isDark = mode === 'dark';
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={isDark}
      aria-label={strings.dark}
      disabled={!useHydrated()}
      onClick={() => choose(isDark ? 'light' : 'dark')}
    />
  );
}
