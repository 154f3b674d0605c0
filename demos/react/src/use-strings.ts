import { useStorage } from '@tuffet/react-hooks';
import {
  type Language,
  languageOfBrowser,
  type Strings,
  settings,
  stringsOf,
} from '@tuffet-demos/shelf';

/** The chosen language and its UI strings. */
export function useStrings(): { language: Language; strings: Strings } {
  const { languageState } = useStorage(settings);
  const language = languageState.language ?? languageOfBrowser();
  return { language, strings: stringsOf(language) };
}
