// The three modules of the application. The Vue and the React demo share them.
import { createLocalStorage, createSessionStorage, useStorage } from '@tuffet/hooks';
import {
  type Language,
  languageOfBrowser,
  languageOfUrl,
  removeLanguageFromUrl,
} from './language.ts';
import { notify, reportError } from './notices.ts';
import { type Draft, EMPTY_DRAFT, initialTeas, type Tea, type Unit } from './teas.ts';

export type Theme = 'auto' | 'light' | 'dark';

type Settings = {
  unit: Unit;
  theme: Theme;
  isDrawerOpen: boolean;
  /** Undefined: that of the browser. */
  language?: Language;
};

export const settings = createLocalStorage<Settings>({
  storageModuleKey: 'tea-settings',
  // A wide window has space for the inspector next to the shelf.
  initial: { unit: 'celsius', theme: 'auto', isDrawerOpen: innerWidth >= 1200 },
  version: 2,
  migrations: {
    // Version 1 only stored whether temperatures are in Fahrenheit.
    2: ({ fahrenheit, ...rest }) => {
      notify('migrated', 'tea-settings');
      return { ...rest, unit: fahrenheit ? 'fahrenheit' : 'celsius' };
    },
  },
  onError: reportError,
});

const { language } = useStorage(settings);
const requested = languageOfUrl();
if (requested) {
  language.set(requested);
  removeLanguageFromUrl();
}

type Shelf = {
  teas: Tea[];
  /** The number of cups poured; undefined before the first. */
  cups?: number;
};

export const shelf = createLocalStorage<Shelf>({
  storageModuleKey: 'tea-shelf',
  initial: { teas: initialTeas(language.get() ?? languageOfBrowser()) },
  protect: 'strict',
  check: ({ teas }) =>
    Array.isArray(teas) && teas.every((tea: Partial<Tea> | null) => tea?.name?.trim())
      ? undefined
      : 'every tea needs a name',
  onError: reportError,
});

/** The state of this tab. It survives a reload. */
type Desk = {
  draft: Draft;
  /** The id of the tea in the pot. Set together with `readyAt`. */
  brewing?: string;
  readyAt?: number;
};

export const desk = createSessionStorage<Desk>({
  storageModuleKey: 'tea-desk',
  initial: { draft: EMPTY_DRAFT },
  onError: reportError,
});

export const storages = [settings, shelf, desk] as const;
