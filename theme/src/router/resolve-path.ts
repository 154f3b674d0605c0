/** The result of the rules in contracts/path-resolution.toml, which docsite implements too. */
export type Resolution =
  | { readonly outcome: 'page' | 'redirect'; readonly path: string }
  | { readonly outcome: 'not-found'; readonly path: '' };

/** The pages and redirects, all without base. */
export interface KnownPaths {
  hasPage(path: string): boolean;
  redirectOf(path: string): string | undefined;
}

const INDEX = 'index.html';
const NOT_FOUND: Resolution = { outcome: 'not-found', path: '' };

/** Applies the routing rules to a path with its query and hash. */
export function resolvePath(address: string, known: KnownPaths, base = '/'): Resolution {
  const [path, rest] = splitAddress(address);
  if (!`${path}/`.startsWith(base) || path.startsWith('//') || path.includes('\\')) {
    // `//` would make the rest a host, and browsers treat a backslash like a slash.
    return NOT_FOUND;
  }
  if (path.endsWith(`/${INDEX}`)) {
    return { outcome: 'redirect', path: path.slice(0, -INDEX.length) + rest };
  }
  const inner = innerPath(path, base);
  const redirect = known.redirectOf(inner);
  if (redirect !== undefined) {
    return { outcome: 'redirect', path: withBase(redirect, base) + rest };
  }
  const page = candidatesFor(inner).find((candidate) => known.hasPage(candidate));
  return page === undefined ? NOT_FOUND : { outcome: 'page', path: withBase(page, base) + rest };
}

/** The path, and everything from the query or hash on. */
export function splitAddress(address: string): [path: string, rest: string] {
  const end = address.search(/[?#]/);
  return end < 0 ? [address, ''] : [address.slice(0, end), address.slice(end)];
}

/** The possible paths of a page, in order of preference. */
export const candidatesFor = (path: string): string[] =>
  path.endsWith('/') ? [path, `${path.slice(0, -1)}.html`] : [path, `${path}/`, `${path}.html`];

/** The folder that a page belongs to: `/guide/` for `/guide/` and for `/guide/start.html`. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** A path of the host as a path of the site, decoded. */
export function innerPath(path: string, base: string): string {
  const inner = `/${path.slice(base.length)}`;
  try {
    return decodeURIComponent(inner);
  } catch {
    return inner; // a lone % can't be decoded
  }
}

export const withBase = (path: string, base: string): string => base + path.slice(1);
