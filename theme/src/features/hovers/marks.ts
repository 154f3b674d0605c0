import type { Name } from './names';

/** Marks names in the code without touching it. Older browsers do without the marks. */
function highlight(key: string, names: readonly Name[]): void {
  if (typeof Highlight !== 'undefined') {
    CSS.highlights.set(key, new Highlight(...names.map(({ range }) => range)));
  }
}

/** Shows which names have something to say, unless that would look as if they were selected. */
export const markNames = (names: readonly Name[]): void =>
  highlight('hover-names', matchMedia('(forced-colors: active)').matches ? [] : names);

/** Shows which name is spoken of. */
export const markName = (name?: Name): void => highlight('hover-name', name ? [name] : []);
