// What somebody chose for this browser: language and colours. Kept by our own library.
import { useStorage as itemsOf } from '@tuffet/hooks';
import { createLocalStorage, useStorage } from '@tuffet/react-hooks';
import { type Language, languageOfBrowser, TAGS } from './language.ts';

export type Theme = 'auto' | 'light' | 'dark';

type Preferences = {
  theme: Theme;
  /** None: as the browser says. */
  language?: Language;
};

const preferences = createLocalStorage<Preferences>({
  storageModuleKey: 'collector-preferences',
  initial: { theme: 'auto' },
  // A choice that cannot be kept still holds for this page.
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

/** What of them concerns the document as a whole; another tab may change it at any time. */
export function followPreferences(): void {
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
