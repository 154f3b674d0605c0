import { useStorage } from '@tuffet/vue-hooks';
import { languageOfBrowser, settings, wordsOf } from '@tuffet-demos/shelf';
import { computed } from 'vue';

/** The language of the reader, and what to say in it. */
export function useWords() {
  const { refs } = useStorage(settings);
  const language = computed(() => refs.language.value ?? languageOfBrowser());
  const words = computed(() => wordsOf(language.value));
  return { language, words };
}
