import { type MouseEvent, useContext } from 'react';
import { PageContext, useChrome } from '../../shared/hooks/use-page-data';
import { PopoverMenu } from '../popover-menu';
import { SiteLink } from '../site-link';
import './styles.css';

/** Headings have the same ids in every language. A lazy feature also keeps the scroll position. */
const keepSection = ({ currentTarget }: MouseEvent<HTMLAnchorElement>): void => {
  currentTarget.hash = location.hash;
};

export function LanguageMenu() {
  const { languages, locale, strings } = useChrome();
  const counterparts = useContext(PageContext)?.counterparts;
  return (
    <PopoverMenu
      id="_languages"
      className="icon language"
      label={
        <>
          <span className="unseen">{strings.language}: </span>
          <span className="label">{languages.find(({ tag }) => tag === locale)?.label}</span>
        </>
      }
    >
      {languages.map(({ tag, label, prefix }) => (
        <li key={tag}>
          <SiteLink
            path={counterparts?.[tag] ?? prefix}
            lang={tag}
            hrefLang={tag}
            aria-current={tag === locale || undefined}
            onClick={counterparts && keepSection}
          >
            {label}
          </SiteLink>
        </li>
      ))}
    </PopoverMenu>
  );
}
