// The three modules of the application. Vue and React open these very ones, so a tab of each shows
// the same shelf.
import { createLocalStorage, createSessionStorage, useStorage } from '@tuffet/hooks';
import {
  forgetLanguageOfAddress,
  type Language,
  languageOfAddress,
  languageOfBrowser,
} from './language.ts';
import { reportError, tell } from './notices.ts';
import { type Draft, EMPTY_DRAFT, firstTeas, type Tea, type Unit } from './teas.ts';

export type Theme = 'auto' | 'light' | 'dark';

/** What a reader chose. */
export type Settings = {
  unit: Unit;
  theme: Theme;
  isDrawerOpen: boolean;
  /** None: as the browser says. */
  language?: Language;
};

export const settings = createLocalStorage<Settings>({
  storageModuleKey: 'tea-settings',
  // On a wide window there is room for the inspector beside the shelf.
  initial: { unit: 'celsius', theme: 'auto', isDrawerOpen: innerWidth >= 1200 },
  version: 2,
  migrations: {
    // Version 1 asked only whether temperatures are in Fahrenheit.
    2: ({ fahrenheit, ...rest }) => {
      tell('migrated', 'tea-settings');
      return { ...rest, unit: fahrenheit ? 'fahrenheit' : 'celsius' };
    },
  },
  onError: reportError,
});

const { language } = useStorage(settings);
const asked = languageOfAddress();
if (asked) {
  language.set(asked);
  forgetLanguageOfAddress();
}

/** The teas, which no other script may touch. */
export type Shelf = {
  teas: Tea[];
  /** How many cups were poured; absent before the first. */
  cups?: number;
};

export const shelf = createLocalStorage<Shelf>({
  storageModuleKey: 'tea-shelf',
  initial: { teas: firstTeas(language.get() ?? languageOfBrowser()) },
  protect: 'strict',
  check: ({ teas }) =>
    Array.isArray(teas) && teas.every((tea: Partial<Tea> | null) => tea?.name?.trim())
      ? undefined
      : 'every tea needs a name',
  onError: reportError,
});

/** What this tab is busy with: it survives a reload, and other tabs have their own. */
export type Desk = {
  draft: Draft;
  /** The tea in the pot, and when it will be ready; both or none. */
  brewing?: string;
  readyAt?: number;
};

export const desk = createSessionStorage<Desk>({
  storageModuleKey: 'tea-desk',
  initial: { draft: EMPTY_DRAFT },
  onError: reportError,
});

export const storages = [settings, shelf, desk] as const;
