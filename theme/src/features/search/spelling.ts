// One-edit correction of words that no section has.
import type { LanguageIndex } from './language-index';
import type { Word } from './query';

/** Shorter words are similar to too many others. */
const SHORTEST = 5;

/** The text with misspelled words corrected; undefined if none of them could be. */
export async function correctText(
  text: string,
  unknown: readonly Word[],
  index: LanguageIndex,
): Promise<string | undefined> {
  const corrections = await Promise.all(
    unknown.map(async (word) => [word.text, await correctWord(word.name, index)] as const),
  );
  const corrected = corrections.reduce(
    (result, [typed, right]) => (right ? result.replace(typed, () => right) : result),
    text,
  );
  return corrected === text ? undefined : corrected;
}

/** The most frequent word one edit away. Only a swap can change the first letter. */
async function correctWord(name: string, index: LanguageIndex): Promise<string | undefined> {
  if (name.length < SHORTEST) {
    return;
  }
  const [first = '', second = ''] = name;
  const isSimilar = (word: string): boolean => isOneEditAway(name, word);
  const swapped = second + first + name.slice(2);
  const others = second === first ? [] : await index.spellings(second);
  return (await index.spellings(first)).find(isSimilar) ?? others.find((word) => word === swapped);
}

/** Whether one letter was left out, added or replaced, or two adjacent ones were swapped. */
export function isOneEditAway(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) {
    return false;
  }
  let start = 0;
  while (start < a.length && a[start] === b[start]) {
    start += 1;
  }
  const [restA, restB] = [a.slice(start), b.slice(start)];
  const isSwapped =
    restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
  return (
    isSwapped ||
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1)
  );
}
