import { useStorage } from '@tuffet/react-hooks';
import {
  type Language,
  languageOfBrowser,
  settings,
  type Words,
  wordsOf,
} from '@tuffet-demos/shelf';

/** The language of the reader, and what to say in it. */
export function useWords(): { language: Language; words: Words } {
  const { languageState } = useStorage(settings);
  const language = languageState.language ?? languageOfBrowser();
  return { language, words: wordsOf(language) };
}
