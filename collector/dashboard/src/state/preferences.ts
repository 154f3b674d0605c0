// The language and color mode of this browser, stored with the library of this repository.
import { useStorage as itemsOf } from '@tuffet/hooks';
import { createLocalStorage, useStorage } from '@tuffet/react-hooks';
import { type Language, languageOfBrowser, TAGS } from './language.ts';

export type Theme = 'auto' | 'light' | 'dark';

type Preferences = {
  theme: Theme;
  /** Undefined for the language of the browser. */
  language?: Language;
};

const preferences = createLocalStorage<Preferences>({
  storageModuleKey: 'collector-preferences',
  initial: { theme: 'auto' },
  // A setting that can't be stored still applies to the current page.
  onError: (error) => console.warn('A setting couldn’t be saved.', error),
});

export function usePreferences() {
  const { languageState, themeState } = useStorage(preferences);
  return {
    language: languageState.language ?? languageOfBrowser(),
    setLanguage: languageState.setLanguage,
    theme: themeState.theme,
    setTheme: themeState.setTheme,
  };
}

/** Applies the preferences to the document, also when another tab changes them. */
export function applyPreferences(): void {
  const { language, theme } = itemsOf(preferences);
  const apply = () => {
    const root = document.documentElement;
    root.lang = TAGS[language.get() ?? languageOfBrowser()];
    const chosen = theme.get();
    if (chosen === 'auto') {
      delete root.dataset.theme;
    } else {
      root.dataset.theme = chosen;
    }
  };
  apply();
  language.subscribe(apply);
  theme.subscribe(apply);
}
