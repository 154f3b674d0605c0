import type { Page } from '../app/data';

/** A link in the front matter of a home page. */
export interface Action {
  readonly text: string;
  readonly link: string;
}

export interface Feature {
  readonly title: string;
  readonly text: string;
}

/** One way to use what the site is about. */
export interface Way {
  readonly title: string;
  readonly text: string;
  /** A figure, such as a version or a size. */
  readonly note: string;
  readonly link: string;
}

/** What the front matter of a home page may hold; docsite has checked it. */
export interface HomeContent {
  readonly summary: string;
  readonly action?: Action;
  readonly features?: readonly Feature[];
  readonly ways?: readonly Way[];
}

export const homeContentOf = ({ frontmatter }: Page): HomeContent =>
  frontmatter as unknown as HomeContent;
