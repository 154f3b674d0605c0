/**
 * A write of several properties ends in whitespace that encodes their names, so that other tabs can
 * distinguish what it intended from what it overwrote unknowingly. JSON ignores the whitespace.
 * A mark without names belongs to a repair: it intends nothing new.
 */
const MARK = /\t([ \t]*)$/;
/** Bits of the hash of a name, one character each. On one line, so that a printed entry stays readable. */
const NAME_BITS = 16;
/** Bits of the hash of an old entry: if it were wrong, the old entry would be deleted. */
const ORIGIN_BITS = 32;
const ORIGIN = /\t[ \t]{32}$/;

function codeOf(text: string, bits: number): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x1000193);
  let code = '';
  for (let bit = bits; bit--; ) code += (hash >>> bit) & 1 ? '\t' : ' ';
  return code;
}

export function createMark(names: readonly string[]): string {
  return `\t${names.map((name) => codeOf(name, NAME_BITS)).join('')}`;
}

export function stripMark(text: string): string {
  return text.replace(MARK, '');
}

/** Returns a function that says whether a property was intended, or undefined without a mark. */
export function readMark(text: string): ((name: string) => boolean) | undefined {
  const code = MARK.exec(text)?.[1];
  // Other code may write whitespace, too.
  if (code === undefined || code.length % NAME_BITS) return undefined;
  const intended = code.match(/.{16}/g);
  return (name) => !!intended?.includes(codeOf(name, NAME_BITS));
}

/**
 * Marks an entry that was migrated, so that the old one can be recognized if it wasn't deleted. Like
 * that of an entry that was adopted, the mark intends nothing: another tab may have done the same, and
 * written values since.
 */
export function createOrigin(oldText: string): string {
  return oldText ? `\t${codeOf(oldText, ORIGIN_BITS)}` : createMark([]);
}

/** Returns whether an entry was made from another one; undefined if it has been written since. */
export function isMadeFrom(text: string, oldText: string): boolean | undefined {
  return ORIGIN.test(text) ? text.endsWith(createOrigin(oldText)) : undefined;
}
