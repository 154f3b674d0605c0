import type { AnchorHTMLAttributes } from 'react';
import { pathTo, useChrome } from '../../shared/hooks/use-page-data';

interface SiteLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path of the site without base, or an external address. */
  readonly path: string;
  /** The path on the host, if `path` is the address of a page in another version. */
  readonly href?: string | null;
}

/** The router ignores links with rel=external. */
export function SiteLink({ path, href, ...rest }: SiteLinkProps) {
  const own = pathTo(useChrome(), path);
  return <a href={href ?? own} rel={path.startsWith('/') ? undefined : 'external'} {...rest} />;
}
