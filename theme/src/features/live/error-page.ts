import type { Chrome } from '../../app/data';

/**
 * Where a link of an error leads on this site, in the language of the reader. Nothing for any other
 * place: a program may print what it likes.
 */
export function errorPage(link: string, { base, prefix }: Chrome): string | undefined {
  const address = URL.parse(link, location.href);
  const isOurs = address?.origin === location.origin || address?.origin === ownOrigin();
  if (!address || !isOurs || !address.pathname.startsWith(base)) {
    return undefined;
  }
  const path = `/${address.pathname.slice(base.length)}`;
  const translated = path.startsWith(prefix) ? path : prefix + path.slice(1);
  return base + translated.slice(1) + address.hash;
}

/** The site may be looked at elsewhere than at home. */
function ownOrigin(): string | undefined {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  return canonical ? new URL(canonical.href).origin : undefined;
}
