import { type DevtoolsOptions, languageOf, OWN_KEY } from '../options.ts';
import english from './strings/en.json';
import chinese from './strings/zh.json';
import { LAUNCHER_STYLES } from './styles.ts';

/** The part of `@tuffet/devtools/panel` that the button uses. */
interface PanelModule {
  createPanel(options: DevtoolsOptions & { onClose: () => void }): HTMLElement;
  stopRecording(): void;
}

const NAME = 'tuffet-devtools-launcher';

interface Launcher {
  readonly root: ShadowRoot;
  readonly button: HTMLButtonElement;
  panel?: HTMLElement | undefined;
  isRemoved?: boolean;
}

/** Per page, not per button: a new button may replace the one that started the recording. */
let stopRecording: (() => void) | undefined;

/** Adds a button that loads and opens the panel. Returns a function that removes both. */
export function mountLauncher(
  options: DevtoolsOptions,
  load: () => Promise<PanelModule>,
): () => void {
  if (typeof document === 'undefined') return () => {};
  // Hot reload may run the code of the application again.
  document.querySelector(NAME)?.remove();
  const host = document.createElement(NAME);
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
  if (isStoredOpen()) void open(launcher, options, load, false);
  return () => {
    launcher.isRemoved = true;
    host.remove();
    // Another button may have replaced this one, and its panel still uses the recording.
    if (!document.querySelector(NAME)) stopRecording?.();
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
    const { createPanel, stopRecording: stop } = await load();
    if (launcher.isRemoved || launcher.panel) return;
    stopRecording = stop;
    const panel = createPanel({ ...options, onClose: () => close(launcher) });
    panel.dataset.dock = options.dock ?? 'bottom';
    launcher.panel = panel;
    button.hidden = true;
    root.append(panel);
    if (isFocused) panel.focus();
    storeOpen(true);
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
  storeOpen(false);
}

/** Whether the panel was open before the page was reloaded. */
function isStoredOpen(): boolean {
  try {
    return sessionStorage.getItem(OWN_KEY) !== null;
  } catch {
    return false; // The browser blocks storage.
  }
}

function storeOpen(isOpen: boolean): void {
  try {
    if (isOpen) sessionStorage.setItem(OWN_KEY, 'open');
    else sessionStorage.removeItem(OWN_KEY);
  } catch {
    // Storage is full or blocked: the panel is closed after a reload.
  }
}
