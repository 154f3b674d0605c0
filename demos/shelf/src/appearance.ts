// Settings of the document as a whole, without a framework.
import { useStorage } from '@tuffet/hooks';
import { LANGUAGES, languageOfBrowser } from './language.ts';
import { settings } from './modules.ts';
import { stringsOf } from './strings.ts';

const { language, theme } = useStorage(settings);

function apply(): void {
  const root = document.documentElement;
  const shown = language.get() ?? languageOfBrowser();
  root.lang = LANGUAGES[shown].tag;
  document.title = stringsOf(shown).title;
  const chosen = theme.get();
  if (chosen === 'auto') {
    delete root.dataset.theme;
  } else {
    root.dataset.theme = chosen;
  }
}

/** Applies the settings now and when they change, also in another tab. */
export function applySettings(): void {
  apply();
  language.subscribe(apply);
  theme.subscribe(apply);
}
