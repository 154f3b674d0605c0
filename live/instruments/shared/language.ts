export type Language = 'en' | 'zh';

/** The page sets it when it starts the iframe. */
export function languageOfDocument(): Language {
  return document.documentElement.lang.startsWith('zh') ? 'zh' : 'en';
}

/** Replaces placeholders such as `{version}`. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (mark, name: string) => `${values[name] ?? mark}`);
