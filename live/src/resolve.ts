/** Which module of a program a relative import names. */

/** What may be left out at the end of a path, the first that fits decides. */
const ENDINGS = ['', '.ts', '.tsx', '.js', '.mjs', '.cjs', '.vue', '/index.ts', '/index.tsx'];

export const isRelative = (specifier: string): boolean => /^\.\.?(\/|$)/.test(specifier);

/** The path that `specifier` stands for in the file `from`; paths begin at the folder of all. */
export function joinPath(from: string, specifier: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** The name of the module, or nothing where there is none. */
export function resolveModule(
  has: (name: string) => boolean,
  from: string,
  specifier: string,
): string | undefined {
  const path = joinPath(from, specifier);
  return ENDINGS.map((ending) => path + ending).find(has);
}
