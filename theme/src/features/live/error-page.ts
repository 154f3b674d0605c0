import type { Chrome } from '../../app/data';

/**
 * The address on this site for the link of an error, in the language of the page. Undefined for all
 * other links, because a program may print anything.
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

/** The site may be served from another origin, such as a preview. */
function ownOrigin(): string | undefined {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  return canonical ? new URL(canonical.href).origin : undefined;
}
