export type Language = 'en' | 'zh';

export const LANGUAGES: Readonly<Record<Language, { tag: string; label: string }>> = {
  en: { tag: 'en-US', label: 'English' },
  zh: { tag: 'zh-CN', label: '简体中文' },
};

const isLanguage = (text: string | null): text is Language => text === 'en' || text === 'zh';

/** The language that the address asks for, as in `?lang=zh`. */
export function languageOfAddress(): Language | undefined {
  const asked = new URLSearchParams(location.search).get('lang');
  return isLanguage(asked) ? asked : undefined;
}

/** The first language of the reader that we speak. */
export function languageOfBrowser(): Language {
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2));
  return spoken.find(isLanguage) ?? 'en';
}

/** The address asks for a language once; a later choice must not be undone by a reload. */
export function forgetLanguageOfAddress(): void {
  const address = new URL(location.href);
  address.searchParams.delete('lang');
  history.replaceState(history.state, '', address);
}
