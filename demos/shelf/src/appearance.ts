// What of the settings concerns the document as a whole. Both frameworks leave it to this file.
import { useStorage } from '@tuffet/hooks';
import { LANGUAGES, languageOfBrowser } from './language.ts';
import { settings } from './modules.ts';
import { stringsOf } from './strings.ts';

const { language, theme } = useStorage(settings);

function apply(): void {
  const root = document.documentElement;
  const spoken = language.get() ?? languageOfBrowser();
  root.lang = LANGUAGES[spoken].tag;
  document.title = stringsOf(spoken).title;
  const chosen = theme.get();
  if (chosen === 'auto') {
    delete root.dataset.theme;
  } else {
    root.dataset.theme = chosen;
  }
}

export function followSettings(): void {
  apply();
  language.subscribe(apply);
  theme.subscribe(apply);
}
