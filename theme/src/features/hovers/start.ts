import { EXTRAS_RETRY_MS } from '../../shared/constants';
import type { ExtrasContext } from '../../shared/context';
import { blockOf, hoversOf } from './blocks';

const SIGNS = ['pointermove', 'pointerdown', 'focusin', 'keydown'];

/** Loads the script for hovers on the first interaction with code that may have some. */
export function startHovers(context: ExtrasContext): void {
  const controller = new AbortController();
  let latest: Event | undefined;
  let isAsked = false;

  async function notice(event: Event, target = event.target): Promise<void> {
    if (!blockOf(target) || !hoversOf(context.currentView())) {
      return;
    }
    latest = event;
    if (!isAsked) {
      isAsked = true;
      const part = await import(/* webpackChunkName: "hovers" */ '.').catch(() => undefined);
      if (part) {
        controller.abort();
        part.startHovers(context, latest);
      } else {
        setTimeout(() => {
          isAsked = false;
        }, EXTRAS_RETRY_MS);
      }
    }
  }

  for (const sign of SIGNS) {
    const options = { capture: true, passive: true, signal: controller.signal };
    document.addEventListener(sign, (event) => notice(event), options);
  }
  notice(context.firstInput);
  // The first event may have been the key that moved the focus here.
  notice(context.firstInput, document.activeElement);
}
