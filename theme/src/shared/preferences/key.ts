/** The inline script reads this key too. */
export const PREFERENCES_KEY = 'site-preferences';

export type ColorMode = 'light' | 'dark';

/** Everything that the site stores in the browser of a visitor. */
export type Preferences = {
  colorMode?: ColorMode;
  /** The id of the dismissed announcement. */
  dismissed?: string;
  /** Whether single keys such as `/` are shortcuts; the default is true. */
  singleKeys?: boolean;
  /** The options chosen in code groups, by choice. */
  choices?: Record<string, string>;
  /** The tag of the chosen language. */
  language?: string;
  wrap?: boolean;
};
