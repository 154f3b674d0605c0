import { type FocusEvent, useContext } from 'react';
import type { SidebarSection } from '../../../../contracts/records.gen';
import { classNames } from '../../shared/class-names';
import { PageContext, useChrome } from '../../shared/hooks/use-page-data';
import { HeadingList } from '../heading-list';
import { NavMenu } from '../nav-menu';
import { SiteLink } from '../site-link';
import './styles.css';

export const DRAWER_ID = '_drawer';

interface SidebarProps {
  /** The id of the current heading. */
  readonly active?: string | undefined;
}

/** A column on wide screens; on others a drawer, with the top navigation in it. */
export function Sidebar({ active }: SidebarProps) {
  const { sidebar, strings } = useChrome();
  const page = useContext(PageContext);
  const isListed = sidebar.some(({ items }) => items.some(({ path }) => path === page?.path));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the focus.
    <div
      className={classNames('drawer', sidebar.length > 0 && 'column')}
      id={DRAWER_ID}
      popover="auto"
      onBlur={closeBehind}
    >
      <button type="button" className="close" popoverTarget={DRAWER_ID} popoverTargetAction="hide">
        <span className="unseen">{strings.close}</span>
      </button>
      <NavMenu className="top" isFlat />
      {sidebar.length > 0 && (
        <nav aria-label={strings.pages}>
          {/* Its headings need a parent. */}
          {page && page.headers.length > 0 && !isListed && (
            <ul>
              <SidebarItem path={page.path} text={page.title} active={active} />
            </ul>
          )}
          <ul>
            {sidebar.map((section) => (
              <SidebarGroup key={section.items[0]?.path} section={section} active={active} />
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}

/** Closes the drawer when the focus leaves it for the page behind it. */
function closeBehind({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (relatedTarget && !currentTarget.contains(relatedTarget) && isOpen(currentTarget)) {
    currentTarget.hidePopover();
  }
}

/** On wide screens it is a column, which is never a popover. */
const isOpen = (drawer: HTMLElement): boolean => drawer.matches(':popover-open');

interface SidebarGroupProps extends SidebarProps {
  readonly section: SidebarSection;
}

function SidebarGroup({ section, active }: SidebarGroupProps) {
  return (
    <li>
      {section.text}
      <ul>
        {section.items.map(({ path, text }) => (
          <SidebarItem key={path} path={path} text={text} active={active} />
        ))}
      </ul>
    </li>
  );
}

interface SidebarItemProps extends SidebarProps {
  readonly path: string;
  readonly text: string;
}

/** A page; if it is on the screen, with its headings. */
function SidebarItem({ path, text, active }: SidebarItemProps) {
  const page = useContext(PageContext);
  const isShown = path === page?.path;
  return (
    <li>
      <SiteLink path={path} aria-current={isShown ? 'page' : undefined}>
        {text}
      </SiteLink>
      {isShown && page.headers.length > 0 && (
        <HeadingList className="page-headings" headers={page.headers} active={active} />
      )}
    </li>
  );
}
