import { createInspector, type PageWatch, watchPage } from '@tuffet-live/inspector';
import type { Language } from './language.ts';
import { storages } from './modules.ts';
import { inspectorStringsOf } from './strings.ts';

let watch: PageWatch | undefined;

/** After a direct write: the browser only notifies other tabs of it. */
export const refreshInspector = (): void => watch?.refresh();

interface MountedInspector {
  setLanguage(language: Language): void;
  unmount(): void;
}

export function mountInspector(host: HTMLElement, language: Language): MountedInspector {
  const inspector = createInspector(host, inspectorStringsOf(language));
  const current = watchPage(storages, (entries) => {
    inspector.show(entries);
    scrollToChange(host);
  });
  watch = current;
  return {
    setLanguage: (next) => inspector.setStrings(inspectorStringsOf(next)),
    unmount: () => current.stop(),
  };
}

/** Scrolls the drawer only; `scrollIntoView` would also scroll the page. */
function scrollToChange(host: HTMLElement): void {
  const drawer = host.parentElement;
  const changed = host.querySelector('mark, [data-changed]');
  if (!drawer || !changed) {
    return;
  }
  const [view, change] = [drawer.getBoundingClientRect(), changed.getBoundingClientRect()];
  if (change.top < view.top || change.bottom > view.bottom) {
    drawer.scrollTop += change.top - view.top - view.height / 3;
  }
}
