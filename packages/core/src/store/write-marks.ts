/**
 * A write of several properties ends in whitespace that encodes their names, so that other tabs can
 * distinguish what it intended from what it overwrote unknowingly. JSON ignores the whitespace.
 * A mark without names belongs to a repair: it intends nothing new.
 */
const MARK = /\t([ \t]*)$/;
/** Characters per name: a hash of 32 bits. On one line, so that a printed entry stays readable. */
const CODE_LENGTH = 32;

function codeOf(name: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x1000193);
  const digits = (hash >>> 0).toString(2).padStart(CODE_LENGTH, '0');
  return digits.replace(/0/g, ' ').replace(/1/g, '\t');
}

export function createMark(names: readonly string[]): string {
  return `\t${names.map(codeOf).join('')}`;
}

export function stripMark(text: string): string {
  return text.replace(MARK, '');
}

/** Returns a function that says whether a property was intended, or undefined without a mark. */
export function readMark(text: string): ((name: string) => boolean) | undefined {
  const codes = MARK.exec(text)?.[1];
  if (codes === undefined) return undefined;
  const intended = new Set(codes.match(/.{32}/g));
  return (name) => intended.has(codeOf(name));
}
