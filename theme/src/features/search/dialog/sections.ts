import type { PageLink } from '../../../../../contracts/records.gen';
import type { Chrome } from '../../../app/data';
import { pathTo } from '../../../shared/hooks/use-page-data';
import type { ExcerptPart, SearchGroup } from '../types';

/** A link in the list. */
export interface Choice {
  readonly id: string;
  /** Its index among all choices. */
  readonly index: number;
  /** Its address, including the base. */
  readonly href: string;
  readonly heading: string;
  /** Whether it is a page instead of a section. */
  readonly isPage: boolean;
  readonly excerpt: readonly ExcerptPart[];
}

/** Choices of one page. */
export interface Section {
  readonly id: string;
  /** The breadcrumbs of their page, or a heading. */
  readonly trail: readonly string[];
  /** Their language, if it differs from that of the current page. */
  readonly language: { readonly tag: string; readonly label: string } | undefined;
  /** For partial matches, the typed words that they don't have. */
  readonly missing: readonly string[] | undefined;
  /** The step of the search that found them. */
  readonly step: number;
  readonly choices: readonly Choice[];
}

type PlainChoice = Omit<Choice, 'id' | 'index'>;
type PlainSection = Omit<Section, 'id' | 'choices'> & { readonly choices: readonly PlainChoice[] };

/** The results by page; in each step, those in the language of the current page first. */
export function foundSections(groups: readonly SearchGroup[], chrome: Chrome): Section[] {
  const rank = ({ step, locale }: SearchGroup): number =>
    2 * step + (locale === chrome.locale ? 0 : 1);
  const ordered = [...groups].sort((a, b) => rank(a) - rank(b));
  return numbered(ordered.map((group) => sectionOf(group, chrome)));
}

/** Links below a name. */
export const linkSections = (name: string, links: readonly PageLink[], chrome: Chrome): Section[] =>
  numbered([
    {
      trail: [name],
      language: undefined,
      missing: undefined,
      step: 0,
      choices: links.map(({ text, path }) => ({
        href: pathTo(chrome, path),
        heading: text,
        isPage: true,
        excerpt: [],
      })),
    },
  ]);

function sectionOf(group: SearchGroup, chrome: Chrome): PlainSection {
  const { page, locale, results } = group;
  const part = chrome.nav.find(
    ({ path }) => path?.endsWith('/') && path !== page.path && page.path.startsWith(path),
  );
  return {
    trail: part ? [part.text, page.title] : [page.title],
    language:
      locale === chrome.locale ? undefined : chrome.languages.find(({ tag }) => tag === locale),
    missing: group.isPartial ? group.missing : undefined,
    step: group.step,
    choices: results.map(({ heading, path, excerpt }) => ({
      href: pathTo(chrome, path),
      heading,
      isPage: heading === page.title,
      excerpt,
    })),
  };
}

/** Leaves out sections without choices, and assigns indexes and ids. */
function numbered(sections: readonly PlainSection[]): Section[] {
  let count = 0;
  return sections
    .filter(({ choices }) => choices.length > 0)
    .map((section, index) => ({
      ...section,
      id: `_group-${index}`,
      choices: section.choices.map((choice) => {
        const place = count++;
        return { ...choice, index: place, id: `_choice-${place}` };
      }),
    }));
}
