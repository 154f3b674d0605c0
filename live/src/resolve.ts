/** Resolves relative imports within a program. */

/** Optional endings of a path; the first match wins. */
const ENDINGS = ['', '.ts', '.tsx', '.js', '.mjs', '.cjs', '.vue', '/index.ts', '/index.tsx'];

export const isRelative = (specifier: string): boolean => /^\.\.?(\/|$)/.test(specifier);

export function joinPath(from: string, specifier: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

export function resolveModule(
  has: (name: string) => boolean,
  from: string,
  specifier: string,
): string | undefined {
  const path = joinPath(from, specifier);
  return ENDINGS.map((ending) => path + ending).find(has);
}
