import type { Language } from '../../../../contracts/records.gen';

const family = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

/** The language of the site that comes first in a list of preferred languages. */
export function matchLanguage(
  preferred: readonly string[],
  languages: readonly Language[],
): Language | undefined {
  for (const tag of preferred) {
    const found =
      languages.find((language) => language.tag.toLowerCase() === tag.toLowerCase()) ??
      languages.find((language) => family(language.tag) === family(tag));
    if (found) {
      return found;
    }
  }
  return undefined;
}
