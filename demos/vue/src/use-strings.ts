import { useStorage } from '@tuffet/vue-hooks';
import { languageOfBrowser, settings, stringsOf } from '@tuffet-demos/shelf';
import { computed } from 'vue';

/** The chosen language and its UI strings. */
export function useStrings() {
  const { refs } = useStorage(settings);
  const language = computed(() => refs.language.value ?? languageOfBrowser());
  const strings = computed(() => stringsOf(language.value));
  return { language, strings };
}
