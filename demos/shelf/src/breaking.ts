// Ways to harm the entries from outside, as other scripts, full disks and old releases do.
import { TuffetError, useStorage } from '@tuffet/hooks';
import { lookAgain } from './inspection.ts';
import { desk, settings, shelf, storages } from './modules.ts';
import { tell } from './notices.ts';

const FILLER = 'tea-filler';

/** Where the browser denies storage there is nothing to harm. */
export const hasStorage = (): boolean => storages.every(({ helper }) => helper.isPersistent());

export const isFull = (): boolean => hasStorage() && FILLER in localStorage;

/** Takes all the room there is, then tries to put one more tea on the shelf. */
export function fillStorage(): void {
  let length = 0;
  for (let step = 2 ** 22; step >= 1; step /= 2) {
    try {
      localStorage.setItem(FILLER, '.'.repeat(length + step));
      length += step;
    } catch {
      // No room for so much: the next step is half of it.
    }
  }
  const { teas } = useStorage(shelf);
  teas.set((now) => [...now, { ...desk.initial.draft, id: 'one-too-many', name: '+1' }]);
  lookAgain();
}

export function makeRoom(): void {
  localStorage.removeItem(FILLER);
  tell('roomy', FILLER);
  lookAgain();
}

// The rest of the site lives in the same storage.
addEventListener('pagehide', () => isFull() && localStorage.removeItem(FILLER));

/** Protection is the module's to give and to take. */
export function setProtected(isProtected: boolean): void {
  if (isProtected) {
    shelf.helper.protect('strict');
  } else {
    shelf.helper.cancelProtect();
  }
  lookAgain();
}

/** Writes to the shelf as a script would that knows nothing of the module. */
export function writePast(name: string): void {
  const key = shelf.helper.getStorageKey();
  try {
    const teas = [{ ...desk.initial.draft, id: 'stranger', name }];
    localStorage.setItem(key, JSON.stringify({ teas }));
    tell('passed', key);
    // The browser tells other tabs of a raw write, never this one; a look finds it.
    shelf.helper.getModule();
  } catch (error) {
    if (error instanceof TuffetError) {
      tell(error.code, key);
    }
  }
}

/** Leaves half of the desk's text in storage. */
export function spoilDesk(): void {
  const key = desk.helper.getStorageKey();
  const text = sessionStorage.getItem(key) ?? '{"draft"';
  sessionStorage.setItem(key, text.slice(0, text.length / 2));
  desk.helper.getModule();
  lookAgain();
}

/** Puts a tea without a name on the shelf, which its check does not allow. */
export function addNameless(): void {
  const { teas } = useStorage(shelf);
  teas.set((now) => [...now, { ...desk.initial.draft, id: 'nameless' }]);
}

/** Leaves the settings as version 1 wrote them, and loads the page again. */
export function returnToVersion1(): void {
  const { unit: _, ...rest } = settings.helper.getModule();
  settings.helper.clearModule();
  localStorage.setItem('tea-settings', JSON.stringify({ ...rest, fahrenheit: true }));
  location.reload();
}
