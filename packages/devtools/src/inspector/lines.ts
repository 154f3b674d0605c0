/** A longer text is truncated, so that it doesn't push other entries out of view. */
const MAX_LENGTH = 20_000;
const PREVIEW_LENGTH = 400;

/** The number of characters that are not shown. */
export const hiddenIn = (text: string): number =>
  text.length > MAX_LENGTH ? text.length - PREVIEW_LENGTH : 0;

/** The comparison takes quadratic time. */
const MAX_COMPARED = 400;

/** Without the whitespace between JSON tokens. Numbers and strings keep their notation. */
export const compact = (json: string): string =>
  json.replace(/("(?:[^"\\]+|\\.)*")|\s+/g, (_, token: string | undefined) => token ?? '');

/**
 * JSON with one value per line. Returns undefined for other text, and if parsing would change the
 * value: digits of a large number, the order of properties, or repeated ones.
 */
export function format(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === compact(text) ? JSON.stringify(value, null, 2) : undefined;
  } catch {
    return undefined;
  }
}

/** JSON has one value per line; other text is unchanged. */
export function linesOf(text: string): string[] {
  if (text.length > MAX_LENGTH) {
    return [`${text.slice(0, PREVIEW_LENGTH)}…`];
  }
  return (format(text) ?? text).split('\n');
}

/** The indexes of new lines. */
export function changedLines(before: readonly string[], now: readonly string[]): Set<number> {
  const [old, current] = [before.map(withoutComma), now.map(withoutComma)];
  const shorter = Math.min(old.length, current.length);
  let start = 0;
  while (start < shorter && old[start] === current[start]) {
    start += 1;
  }
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === current.at(-1 - end)) {
    end += 1;
  }
  const middle = current.slice(start, current.length - end);
  const kept = commonLines(old.slice(start, old.length - end), middle);
  const changed = [...middle.keys()].filter((line) => !kept.has(line));
  return new Set(changed.map((line) => line + start));
}

/** Adding a property adds a comma to the line before. */
const withoutComma = (line: string): string => line.replace(/,$/, '');

/** The lines of `current` in the longest common subsequence. */
function commonLines(old: readonly string[], current: readonly string[]): Set<number> {
  const common = new Set<number>();
  if (Math.max(old.length, current.length) > MAX_COMPARED) {
    return common;
  }
  const lengthAt = measure(old, current);
  for (let i = 0, j = 0; i < old.length && j < current.length; ) {
    if (old[i] === current[j]) {
      common.add(j);
      i += 1;
      j += 1;
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) {
      i += 1;
    } else {
      j += 1;
    }
  }
  return common;
}

/** Returns the length of the longest common subsequence of both, starting at lines `i` and `j`. */
function measure(
  old: readonly string[],
  current: readonly string[],
): (i: number, j: number) => number {
  const width = current.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = current.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        old[i] === current[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return at;
}
