import type { AnchorHTMLAttributes } from 'react';
import { pathTo, useChrome } from '../../shared/hooks/use-page-data';

interface SiteLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** A path of the site without base, or an external address. */
  readonly path: string;
}

/** The router ignores links with rel=external. */
export function SiteLink({ path, ...rest }: SiteLinkProps) {
  const href = pathTo(useChrome(), path);
  return <a href={href} rel={path.startsWith('/') ? undefined : 'external'} {...rest} />;
}
