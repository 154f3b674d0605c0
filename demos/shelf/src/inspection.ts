import { createInspector, type PageWatch, watchPage } from '@tuffet-live/inspector';
import type { Language } from './language.ts';
import { storages } from './modules.ts';
import { inspectorStringsOf } from './strings.ts';

let watch: PageWatch | undefined;

/** After a raw write of our own: the browser tells other tabs of it, never this one. */
export const lookAgain = (): void => watch?.refresh();

export interface MountedInspector {
  speak(language: Language): void;
  unmount(): void;
}

/** Shows the storages of this page in an element. */
export function mountInspector(host: HTMLElement, language: Language): MountedInspector {
  const inspector = createInspector(host, inspectorStringsOf(language));
  const mine = watchPage(storages, (entries) => {
    inspector.show(entries);
    bringIntoView(host);
  });
  watch = mine;
  return {
    speak: (next) => inspector.speak(inspectorStringsOf(next)),
    unmount: () => mine.stop(),
  };
}

/** Scrolls the drawer alone: scrollIntoView would move the page under the reader's hands. */
function bringIntoView(host: HTMLElement): void {
  const drawer = host.parentElement;
  const changed = host.querySelector('mark, [data-changed]');
  if (!drawer || !changed) {
    return;
  }
  const [frame, place] = [drawer.getBoundingClientRect(), changed.getBoundingClientRect()];
  if (place.top < frame.top || place.bottom > frame.bottom) {
    drawer.scrollTop += place.top - frame.top - frame.height / 3;
  }
}
