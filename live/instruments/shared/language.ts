export type Language = 'en' | 'zh';

/** The language of the document: the page around tells it to the frame. */
export function languageOfDocument(): Language {
  return document.documentElement.lang.startsWith('zh') ? 'zh' : 'en';
}

/** A sentence with values in the place of marks such as `{version}`. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (mark, name: string) => `${values[name] ?? mark}`);
