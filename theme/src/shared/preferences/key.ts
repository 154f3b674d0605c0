/** The key of the module that keeps what a reader chose; the inline script reads it too. */
export const PREFERENCES_KEY = 'site-preferences';

export type ColorMode = 'light' | 'dark';

/** Everything that the site keeps about a reader, in the reader's own browser. */
export type Preferences = {
  colorMode?: ColorMode;
  /** The announcement that was put away. */
  dismissed?: string;
  /** Whether keys alone do something, such as `/`; they do unless it says no. */
  singleKeys?: boolean;
  /** The options chosen in code groups, by choice. */
  choices?: Record<string, string>;
  /** The language that the reader settled on, by its tag. */
  language?: string;
  /** Whether long lines of code are wrapped. */
  wrap?: boolean;
};
