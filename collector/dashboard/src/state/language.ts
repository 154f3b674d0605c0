export type Language = 'en' | 'zh';

export const TAGS: Readonly<Record<Language, string>> = { en: 'en-US', zh: 'zh-CN' };

export const LABELS: Readonly<Record<Language, string>> = { en: 'English', zh: '简体中文' };

const isLanguage = (text: string): text is Language => text in TAGS;

/** The first language of the browser that the dashboard supports. */
export const languageOfBrowser = (): Language =>
  navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';
