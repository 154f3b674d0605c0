/** The languages of the panel. */
export type DevtoolsLanguage = 'en' | 'zh';

/** Options of `mountDevtools`, and props of the components. */
export interface DevtoolsOptions {
  /** Default: the language of the document, then English. */
  language?: DevtoolsLanguage | undefined;
  /** The edge of the window that the panel is docked to. Default: `bottom`. */
  dock?: 'bottom' | 'right' | undefined;
}

/** In session storage: the panel is open again after a reload. The panel doesn't show this entry. */
export const OWN_KEY = 'tuffet-devtools';

export function languageOf(language?: DevtoolsLanguage): DevtoolsLanguage {
  const tag = language ?? document.documentElement.lang;
  return /^zh\b/i.test(tag) ? 'zh' : 'en';
}
