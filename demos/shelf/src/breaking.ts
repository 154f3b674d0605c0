// Simulates other scripts, full storage and old releases.
import { TuffetError, useStorage } from '@tuffet/hooks';
import { desk, settings, shelf, storages } from './modules.ts';
import { notify, type TrialName } from './notices.ts';
import type { Strings } from './strings.ts';

const FILLER = 'tea-filler';

/** False if the browser blocks storage. */
export const hasStorage = (): boolean => storages.every(({ helper }) => helper.isPersistent());

export const isFull = (): boolean => hasStorage() && FILLER in localStorage;

/** Uses up the quota, then adds a tea. */
export function fillStorage(): void {
  let length = 0;
  for (let step = 2 ** 22; step >= 1; step /= 2) {
    try {
      localStorage.setItem(FILLER, '.'.repeat(length + step));
      length += step;
    } catch {
      // No space for this step: the next one is half as large.
    }
  }
  const { teas } = useStorage(shelf);
  teas.set((now) => [...now, { ...desk.initial.draft, id: 'one-too-many', name: '+1' }]);
}

export function freeSpace(): void {
  localStorage.removeItem(FILLER);
  notify('freed', FILLER);
}

// The rest of the site uses the same storage.
addEventListener('pagehide', () => isFull() && localStorage.removeItem(FILLER));

export function setProtected(isProtected: boolean): void {
  if (isProtected) {
    shelf.helper.protect('strict');
  } else {
    shelf.helper.cancelProtect();
  }
}

/** Writes to the key of the shelf directly, like another script. */
export function bypass(name: string): void {
  const key = shelf.helper.getStorageKey();
  try {
    const teas = [{ ...desk.initial.draft, id: 'unknownTea', name }];
    localStorage.setItem(key, JSON.stringify({ teas }));
    notify('bypassed', key);
    // The browser only notifies other tabs of a direct write; reading detects it.
    shelf.helper.getModule();
  } catch (error) {
    if (error instanceof TuffetError) {
      notify(error.code, key);
    }
  }
}

/** Truncates the entry of the desk. */
function corruptDesk(): void {
  const key = desk.helper.getStorageKey();
  const text = sessionStorage.getItem(key) ?? '{"draft"';
  sessionStorage.setItem(key, text.slice(0, text.length / 2));
  desk.helper.getModule();
}

/** Adds a tea without a name, which the `check` of the shelf rejects. */
function addUnnamed(): void {
  const { teas } = useStorage(shelf);
  teas.set((now) => [...now, { ...desk.initial.draft, id: 'unnamed' }]);
}

/** Stores the settings like version 1, and reloads the page. */
function returnToVersion1(): void {
  const { unit: _, ...rest } = settings.helper.getModule();
  settings.helper.clearModule();
  localStorage.setItem('tea-settings', JSON.stringify({ ...rest, fahrenheit: true }));
  location.reload();
}

interface Trial {
  readonly label: TrialName & keyof Strings;
  readonly hint: keyof Strings;
  readonly run: () => void;
  readonly needsStorage: boolean;
}

/** Buttons without any state. */
export const TRIALS = [
  { label: 'corruptDraft', hint: 'corruptDraftHint', run: corruptDesk, needsStorage: true },
  { label: 'unnamed', hint: 'unnamedHint', run: addUnnamed, needsStorage: false },
  { label: 'version1', hint: 'version1Hint', run: returnToVersion1, needsStorage: true },
] as const satisfies readonly Trial[];
