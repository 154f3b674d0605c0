import { type DevtoolsOptions, languageOf } from '../options.ts';
import english from './strings/en.json';
import chinese from './strings/zh.json';
import { LAUNCHER_STYLES } from './styles.ts';

/** The part of `@tuffet/devtools/panel` that the button uses. */
interface PanelModule {
  createPanel(options: DevtoolsOptions & { onClose: () => void }): HTMLElement;
}

/** In session storage: the panel is open again after a reload. */
const OPEN_KEY = 'tuffet-devtools';

interface Launcher {
  readonly root: ShadowRoot;
  readonly button: HTMLButtonElement;
  panel?: HTMLElement | undefined;
  isRemoved?: boolean;
}

/** Adds a button that loads and opens the panel. Returns a function that removes both. */
export function mountLauncher(
  options: DevtoolsOptions,
  load: () => Promise<PanelModule>,
): () => void {
  if (typeof document === 'undefined') return () => {};
  const host = document.createElement('tuffet-devtools-launcher');
  const root = host.attachShadow({ mode: 'open' });
  const styles = new CSSStyleSheet();
  styles.replaceSync(LAUNCHER_STYLES);
  root.adoptedStyleSheets = [styles];
  const button = document.createElement('button');
  button.type = 'button';
  button.title = (languageOf(options.language) === 'zh' ? chinese : english).open;
  button.setAttribute('aria-label', button.title);
  root.append(button);
  const launcher: Launcher = { root, button };
  button.onclick = () => void open(launcher, options, load, true);
  (document.body ?? document.documentElement).append(host);
  if (rememberOpen()) void open(launcher, options, load, false);
  return () => {
    launcher.isRemoved = true;
    host.remove();
  };
}

async function open(
  launcher: Launcher,
  options: DevtoolsOptions,
  load: () => Promise<PanelModule>,
  isFocused: boolean,
): Promise<void> {
  const { root, button } = launcher;
  const strings = languageOf(options.language) === 'zh' ? chinese : english;
  button.disabled = true;
  try {
    const { createPanel } = await load();
    if (launcher.isRemoved || launcher.panel) return;
    const panel = createPanel({ ...options, onClose: () => close(launcher) });
    panel.dataset.dock = options.dock ?? 'bottom';
    launcher.panel = panel;
    button.hidden = true;
    root.append(panel);
    if (isFocused) panel.focus();
    rememberOpen(true);
  } catch (error) {
    console.error(`[tuffet] ${strings.failed}`, error);
  } finally {
    button.disabled = false;
  }
}

function close(launcher: Launcher): void {
  launcher.panel?.remove();
  launcher.panel = undefined;
  launcher.button.hidden = false;
  launcher.button.focus();
  rememberOpen(false);
}

/** Returns whether the panel was open, and changes it. */
function rememberOpen(isOpen?: boolean): boolean {
  try {
    if (isOpen) sessionStorage.setItem(OPEN_KEY, 'open');
    else if (isOpen === false) sessionStorage.removeItem(OPEN_KEY);
    return sessionStorage.getItem(OPEN_KEY) !== null;
  } catch {
    return false; // Storage is full or blocked.
  }
}
