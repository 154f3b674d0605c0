/** Of a longer text only the beginning is shown: it would bury the other entries. */
const MAX_LENGTH = 20_000;
const BEGINNING = 400;

/** How many characters of a text are not shown. */
export const hiddenIn = (text: string): number =>
  text.length > MAX_LENGTH ? text.length - BEGINNING : 0;

/** More lines than this are not compared one by one: it takes their number squared. */
const MAX_COMPARED = 400;

/** The text of an entry as it is shown: JSON with one value per line, anything else as it is. */
export function linesOf(text: string): string[] {
  if (text.length > MAX_LENGTH) {
    return [`${text.slice(0, BEGINNING)}…`];
  }
  try {
    return JSON.stringify(JSON.parse(text), null, 2).split('\n');
  } catch {
    return text.split('\n');
  }
}

/** The numbers of the lines that were not there before. */
export function changedLines(before: readonly string[], now: readonly string[]): Set<number> {
  const [old, young] = [before.map(withoutComma), now.map(withoutComma)];
  let start = 0;
  while (start < young.length && old[start] === young[start]) {
    start += 1;
  }
  let end = 0;
  while (
    end < young.length - start &&
    end < old.length - start &&
    old.at(-1 - end) === young.at(-1 - end)
  ) {
    end += 1;
  }
  const kept = commonLines(
    old.slice(start, old.length - end),
    young.slice(start, young.length - end),
  );
  const changed = new Set<number>();
  for (let line = start; line < young.length - end; line += 1) {
    if (!kept.has(line - start)) {
      changed.add(line);
    }
  }
  return changed;
}

/** A value that is no longer the last gets a comma, which is no change that anybody made. */
const withoutComma = (line: string): string => line.replace(/,$/, '');

/** Lines of `young` that are part of the longest common subsequence. */
function commonLines(old: readonly string[], young: readonly string[]): Set<number> {
  const common = new Set<number>();
  if (Math.max(old.length, young.length) > MAX_COMPARED) {
    return common;
  }
  const lengthAt = measure(old, young);
  for (let i = 0, j = 0; i < old.length && j < young.length; ) {
    if (old[i] === young[j]) {
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

/** The length of the longest common subsequence of what follows in both, from any two lines on. */
function measure(
  old: readonly string[],
  young: readonly string[],
): (i: number, j: number) => number {
  const width = young.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = young.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        old[i] === young[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return at;
}
