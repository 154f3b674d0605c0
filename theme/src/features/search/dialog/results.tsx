import type { MouseEvent } from 'react';
import type { LazyStrings } from '../../../shared/strings';
import type { ExcerptPart } from '../types';
import type { Choice, Section } from './sections';
import { type Combobox, MORE_ID } from './use-combobox';

export const LIST_ID = '_found';

interface ResultsProps {
  readonly combobox: Combobox;
  readonly label: string;
  readonly strings: LazyStrings | undefined;
  onFollow(event: MouseEvent<HTMLAnchorElement>): void;
}

/** Links, so that they can be opened in a new tab. For assistive technology, options of the field. */
export function Results({ combobox, label, strings, onFollow }: ResultsProps) {
  const { list, sections, activeId, pointTo } = combobox;
  return (
    <div
      className="search-list"
      role="listbox"
      id={LIST_ID}
      aria-label={label}
      ref={list}
      onMouseDown={(event) => event.preventDefault()} // keeps the focus in the field
    >
      {sections.map(({ id, trail, language, missing, choices }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be part of a listbox
        <div
          key={id}
          role="group"
          aria-labelledby={missing ? `${id}-partial ${id}` : id}
          lang={language?.tag}
        >
          {language && language !== sections[index - 1]?.language && (
            <div className="search-language" role="presentation">
              {language.label}
            </div>
          )}
          {missing && (
            <div
              className={isSame(missing, sections[index - 1]) ? 'unseen' : 'search-partial'}
              role="presentation"
              id={`${id}-partial`}
            >
              {strings && describeMissing(missing, strings)}
            </div>
          )}
          <div className="search-page" role="presentation" id={id}>
            {trail.map((step) => (
              <span key={step}>{step}</span>
            ))}
          </div>
          {choices.map((choice) => (
            <Option
              key={choice.id}
              choice={choice}
              isActive={choice.id === activeId}
              onPoint={pointTo}
              onFollow={onFollow}
            />
          ))}
        </div>
      ))}
      {combobox.answer.hasMore && <More combobox={combobox} label={strings?.searchMore} />}
    </div>
  );
}

interface MoreProps {
  readonly combobox: Combobox;
  readonly label: string | undefined;
}

/** The last option, which adds results. */
const More = ({ combobox: { activeId, count, pointTo, searchMore }, label }: MoreProps) => (
  <button
    type="button"
    role="option"
    className="search-option search-more"
    id={MORE_ID}
    tabIndex={-1}
    aria-selected={activeId === MORE_ID}
    onPointerMove={() => pointTo(count - 1)}
    onClick={searchMore}
  >
    {label}
  </button>
);

const isSame = (missing: readonly string[], before: Section | undefined): boolean =>
  missing.join(' ') === before?.missing?.join(' ');

const describeMissing = (missing: readonly string[], strings: LazyStrings): string =>
  missing.length > 0
    ? strings.searchWithout.replace('{words}', () => missing.join(' '))
    : strings.searchPartial;

interface OptionProps {
  readonly choice: Choice;
  readonly isActive: boolean;
  onPoint(index: number): void;
  onFollow(event: MouseEvent<HTMLAnchorElement>): void;
}

const Option = ({ choice, isActive, onPoint, onFollow }: OptionProps) => (
  <a
    role="option"
    className={choice.isPage ? 'search-option' : 'search-option search-part'}
    id={choice.id}
    href={choice.href}
    tabIndex={-1}
    aria-selected={isActive}
    onPointerMove={() => onPoint(choice.index)}
    onClick={onFollow}
  >
    <span className="search-heading">{choice.heading}</span>
    {choice.excerpt.length > 0 && <Excerpt parts={choice.excerpt} />}
  </a>
);

const Excerpt = ({ parts }: { readonly parts: readonly ExcerptPart[] }) => (
  <span className="search-excerpt">
    {parts.map(({ text, isMatch }, index) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an excerpt never move
      isMatch ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
    )}
  </span>
);
