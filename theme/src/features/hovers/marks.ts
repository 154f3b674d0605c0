import type { Name } from './names';

/** Marks names without changing the DOM. Older browsers show no marks. */
function highlight(key: string, names: readonly Name[]): void {
  if (typeof Highlight !== 'undefined') {
    CSS.highlights.set(key, new Highlight(...names.map(({ range }) => range)));
  }
}

/** Marks names with a description, except in forced colors, where they would look selected. */
export const markNames = (names: readonly Name[]): void =>
  highlight('hover-names', matchMedia('(forced-colors: active)').matches ? [] : names);

/** Marks the name that the card describes. */
export const markName = (name?: Name): void => highlight('hover-name', name ? [name] : []);
