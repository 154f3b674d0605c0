import { chromeOf } from '../../app/data';
import type { ExtrasContext } from '../../shared/context';
import { loadStrings } from '../../shared/strings';

/** Fetches the search when it is likely to be opened: pointer on the button, or Ctrl pressed. */
export function startWarmSearch({ currentView }: ExtrasContext): void {
  const controller = new AbortController();
  const { signal } = controller;
  const warm = (): void => {
    controller.abort();
    const strings = loadStrings(chromeOf(currentView()));
    const dialog = import(/* webpackChunkName: "search-dialog" */ './dialog');
    Promise.all([strings, dialog]).catch(() => {}); // opening it retries and reports the failure
  };
  const warmAtButton = ({ target }: Event): void => {
    if (target instanceof Element && target.closest('.search-button')) {
      warm();
    }
  };
  addEventListener('pointerover', warmAtButton, { signal, passive: true });
  addEventListener('focusin', warmAtButton, { signal });
  addEventListener('keydown', ({ key }) => /^(Control|Meta)$/.test(key) && warm(), { signal });
}
