import type { Chrome } from '../../app/data';
import { setFailed } from '../../router/navigation-state';

/** Shows which keys do what. Its script comes when it is first needed. */
export async function openShortcuts(chrome: Chrome): Promise<void> {
  try {
    const { showShortcuts } = await import(/* webpackChunkName: "shortcuts" */ './dialog');
    await showShortcuts(chrome);
  } catch {
    setFailed(() => openShortcuts(chrome));
  }
}
