import { useContext } from 'react';
import type { NavEntry } from '../../../../contracts/records.gen';
import { PageContext, useChrome } from '../../shared/hooks/use-page-data';
import { PopoverMenu } from '../popover-menu';
import { SiteLink } from '../site-link';

interface NavMenuProps {
  readonly className?: string | undefined;
  /** Whether menus are nested lists instead of popovers. */
  readonly isFlat?: boolean;
}

/** The top navigation, with the version menu at its end. */
export function NavMenu({ className, isFlat = false }: NavMenuProps) {
  const { nav, strings } = useChrome();
  const versions = useContext(PageContext)?.versions ?? [];
  return (
    <nav className={className} aria-label={strings.navigation}>
      <ul>
        {nav.concat(versions).map((entry, index) => (
          <li key={entry.text}>
            {entry.path === null ? (
              <NavGroup entry={entry} id={isFlat ? undefined : `_menu-${index}`} />
            ) : (
              <NavLink path={entry.path}>{entry.text}</NavLink>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NavLink({ path, children }: { readonly path: string; readonly children: string }) {
  const current = useContext(PageContext)?.path;
  const isHome = path === useChrome().prefix;
  const isInside = !isHome && current?.startsWith(path);
  return (
    <SiteLink path={path} aria-current={current === path ? 'page' : isInside || undefined}>
      {children}
    </SiteLink>
  );
}

function NavGroup({ entry, id }: { readonly entry: NavEntry; readonly id: string | undefined }) {
  const current = useContext(PageContext)?.path;
  const links = entry.items.map(({ text, ...link }) => (
    <li key={link.path}>
      <SiteLink {...link} aria-current={link.path === current ? 'page' : undefined}>
        {text}
      </SiteLink>
    </li>
  ));
  return id ? (
    <PopoverMenu id={id} label={entry.text}>
      {links}
    </PopoverMenu>
  ) : (
    <>
      {entry.text}
      <ul>{links}</ul>
    </>
  );
}
