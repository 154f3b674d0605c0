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
  let code = '';
  for (let bit = CODE_LENGTH; bit--; ) code += (hash >>> bit) & 1 ? '\t' : ' ';
  return code;
}

export function createMark(names: readonly string[]): string {
  return `\t${names.map(codeOf).join('')}`;
}

export function stripMark(text: string): string {
  return text.replace(MARK, '');
}

/** Returns a function that says whether a property was intended, or undefined without a mark. */
export function readMark(text: string): ((name: string) => boolean) | undefined {
  const mark = MARK.exec(text);
  const intended = mark?.[1]?.match(/.{32}/g);
  return mark ? (name) => !!intended?.includes(codeOf(name)) : undefined;
}
