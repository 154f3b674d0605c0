import type { Chrome } from '../../app/data';
import { setFailed } from '../../router/navigation-state';

/** Opens the list of keyboard shortcuts. Its script loads when it is first needed. */
export async function openShortcuts(chrome: Chrome): Promise<void> {
  try {
    const { showShortcuts } = await import(/* webpackChunkName: "shortcuts" */ './dialog');
    await showShortcuts(chrome);
  } catch {
    setFailed(() => openShortcuts(chrome));
  }
}
