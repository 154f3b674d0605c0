export type Language = 'en' | 'zh';

export const LANGUAGES: Readonly<Record<Language, { tag: string; label: string }>> = {
  en: { tag: 'en-US', label: 'English' },
  zh: { tag: 'zh-CN', label: '简体中文' },
};

const isLanguage = (text: string | null): text is Language => text === 'en' || text === 'zh';

/** From the query, such as `?lang=zh`. */
export function languageOfUrl(): Language | undefined {
  const language = new URLSearchParams(location.search).get('lang');
  return isLanguage(language) ? language : undefined;
}

/** The first language of the browser that the demos support. */
export function languageOfBrowser(): Language {
  const languages = navigator.languages.map((tag) => tag.slice(0, 2));
  return languages.find(isLanguage) ?? 'en';
}

/** So that a reload doesn't undo a later choice. */
export function removeLanguageFromUrl(): void {
  const address = new URL(location.href);
  address.searchParams.delete('lang');
  history.replaceState(history.state, '', address);
}
