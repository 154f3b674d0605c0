// Made by `make contracts` from generator/src/docsite/records.py. Do not edit.

export type Json = boolean | number | string | Json[] | { [key: string]: Json } | null;

/** An announcement in one language. */
export interface AnnouncementRecord {
  /** Names it, so that a dismissed one stays away. */
  readonly id: string;
  /** What it says. */
  readonly text: string;
  /** The page it leads to, without base. */
  readonly path: string | null;
}

/** A script or style that every page loads. */
export interface AssetFile {
  /** Its path without base. */
  readonly path: string;
  /** The digest that the browser compares. */
  readonly integrity: string;
}

/** `build.json`: what stands on the server now. Never cached. */
export interface BuildRecord {
  /** Name and version of what made the site. */
  readonly generator: string;
  /** Where the site stands: scheme and host. */
  readonly address: string;
  /** Changes with the scripts and styles of the site. */
  readonly theme: string;
  /** The hash in the file name of each folder's table, by folder. */
  readonly folders: Readonly<Record<string, string>>;
}

/** Everything around the text that pages of one language and section share. */
export interface Chrome {
  /** Changes with what it holds. */
  readonly id: string;
  /** The name of the site. */
  readonly title: string;
  /** The path the site stands under on its host. */
  readonly base: string;
  /** The path of the logo, without base. */
  readonly logo: string | null;
  /** The address of the source repository. */
  readonly repository: string;
  /** The language tag. */
  readonly locale: string;
  /** The path the pages of this language stand under. */
  readonly prefix: string;
  /** The site in one sentence. */
  readonly description: string;
  /** The words around the text. */
  readonly strings: Strings;
  /** The top navigation. */
  readonly nav: readonly NavEntry[];
  /** The groups of the sidebar; empty where there is none. */
  readonly sidebar: readonly SidebarSection[];
  /** All languages of the site. */
  readonly languages: readonly Language[];
  /** The bar above every page. */
  readonly announcement: AnnouncementRecord | null;
}

/** The pages of one folder: what a reader needs before going to one of them. */
export interface FolderTable {
  /** The id of the chrome that its pages share. */
  readonly chrome: string;
  /** The pages by path. */
  readonly pages: Readonly<Record<string, PageFile>>;
  /** Old paths in this folder, and where they lead. */
  readonly redirects: Readonly<Record<string, string>>;
}

/** A heading below the title, with those under it. */
export interface Header {
  /** 2 for the largest. */
  readonly level: number;
  /** Its text without marks. */
  readonly title: string;
  /** Its id, the same in every language. */
  readonly slug: string;
  /** The headings under it. */
  readonly children: readonly Header[];
}

/** A language as the language menu shows it. */
export interface Language {
  /** Its language tag. */
  readonly tag: string;
  /** The path its pages stand under. */
  readonly prefix: string;
  /** Its name in itself. */
  readonly label: string;
}

/** What the theme knows about one language. */
export interface LocaleRecord {
  /** Its language tag. */
  readonly tag: string;
  /** The path its pages stand under. */
  readonly prefix: string;
  /** Its name in itself. */
  readonly label: string;
  /** The site in one sentence. */
  readonly description: string;
  /** The words around the text. */
  readonly strings: Strings;
  /** The top navigation. */
  readonly nav: readonly NavEntry[];
  /** The sidebars. */
  readonly sidebars: readonly SidebarRecord[];
  /** The bar above every page. */
  readonly announcement: AnnouncementRecord | null;
}

/** An entry of the top navigation in one language. */
export interface NavEntry {
  /** What to show. */
  readonly text: string;
  /** A path of the site without base, or an address outside; a menu has none. */
  readonly path: string | null;
  /** The entries of a menu. */
  readonly items: readonly PageLink[];
}

/** A page for unknown paths. */
export interface NotFoundRequest {
  /** What every document shares. */
  readonly context: RenderContext;
  /** The languages it speaks; the first is that of the document. */
  readonly chromes: readonly Chrome[];
}

/** The record of one page; the theme needs nothing else to show it. */
export interface Page {
  /** The text of its h1. */
  readonly title: string;
  /** Its address without base. */
  readonly path: string;
  /** Names the record; the path of its source without `.md`. */
  readonly key: string;
  /** Its language tag. */
  readonly locale: string;
  /** Its headings as a tree. */
  readonly headers: readonly Header[];
  /** The day of its last change, as year-month-day. */
  readonly lastUpdated: string;
  /** What its front matter says. */
  readonly frontmatter: Readonly<Record<string, Json>>;
  /** Where its source can be edited. */
  readonly editLink: string;
  /** The path of the same page in each language, by language tag. */
  readonly counterparts: Readonly<Record<string, string>>;
  /** The page before it in the sidebar. */
  readonly previous: PageLink | null;
  /** The page after it in the sidebar. */
  readonly next: PageLink | null;
  /** The ids of headings whose text is older than its original. */
  readonly stale: readonly string[];
  /** Changes with anything else in this record. */
  readonly hash: string;
  /** Its text. Begins with the h1, except on a home page, whose layout has its own. */
  readonly html: string;
}

/** Where the script of a page is. */
export interface PageFile {
  /** The number of the script. */
  readonly number: number;
  /** The hash in its file name. */
  readonly hash: string;
  /** The title of the page. */
  readonly title: string;
}

/** A link to a page or to an address outside. */
export interface PageLink {
  /** What to show. */
  readonly text: string;
  /** A path of the site without base, or an address outside. */
  readonly path: string;
}

/** An address that a page had before. */
export interface Redirect {
  /** The old path without base. */
  readonly path: string;
  /** The path of the page now. */
  readonly target: string;
}

/** What every document of a site shares. */
export interface RenderContext {
  /** Where the site stands: scheme and host. */
  readonly address: string;
  /** Name and version of what made the site. */
  readonly generator: string;
  /** The content security policy, as far as a document can state it. */
  readonly policy: string;
  /** The one inline script: colours before the first paint, the other scripts after it. */
  readonly boot: string;
  /** The scripts, in their order. */
  readonly scripts: readonly AssetFile[];
  /** The styles. */
  readonly styles: readonly AssetFile[];
  /** Changes with scripts and styles. */
  readonly theme: string;
}

/** Pages with the same chrome, to be made into documents. */
export interface RenderRequest {
  /** What every document shares. */
  readonly context: RenderContext;
  /** What these pages share. */
  readonly chrome: Chrome;
  /** The pages; their text is a mark that Python replaces. */
  readonly pages: readonly Page[];
}

/** One address of the site. */
export interface Route {
  /** The path without base. */
  readonly path: string;
  /** The key of the page record that answers. */
  readonly key: string;
  /** The language tag of the page. */
  readonly locale: string;
  /** The title of the page. */
  readonly title: string;
}

/** All addresses of the site. */
export interface RouteTable {
  /** In the order of their paths. */
  readonly routes: readonly Route[];
  /** In the order of their paths. */
  readonly redirects: readonly Redirect[];
}

/** A sidebar in one language. */
export interface SidebarRecord {
  /** The folder whose pages show it. */
  readonly under: string;
  /** Its groups, in order. */
  readonly groups: readonly SidebarSection[];
}

/** A group of a sidebar in one language. */
export interface SidebarSection {
  /** Its heading. */
  readonly text: string;
  /** Its pages, in reading order. */
  readonly items: readonly PageLink[];
}

/** What the theme knows about the site as a whole. */
export interface SiteRecord {
  /** The name of the site. */
  readonly title: string;
  /** Where the site stands: scheme and host. */
  readonly address: string;
  /** The path the site stands under on its host. */
  readonly base: string;
  /** The address of the source repository. */
  readonly repository: string;
  /** Name and version of what made the site. */
  readonly generator: string;
  /** The languages, the first one first. */
  readonly locales: readonly LocaleRecord[];
}

/** The words around the text, in one language. */
export interface Strings {
  /** Title of a tip without one. */
  readonly tip: string;
  /** Title of a warning without one. */
  readonly warning: string;
  /** Title of a danger without one. */
  readonly danger: string;
  /** Title of details without one. */
  readonly details: string;
  /** Name of a link to a heading; `{title}` is the heading. */
  readonly permalink: string;
  /** Leads to the source of the page. */
  readonly edit: string;
  /** Stands before the day of the last change. */
  readonly lastUpdated: string;
  /** Leads past the navigation. */
  readonly skip: string;
  /** Names the top navigation. */
  readonly navigation: string;
  /** Opens the navigation on small screens. */
  readonly menu: string;
  /** Closes what was opened. */
  readonly close: string;
  /** Names the language menu. */
  readonly language: string;
  /** Names the switch for dark colours. */
  readonly dark: string;
  /** Names the sidebar. */
  readonly pages: string;
  /** Names the list of headings. */
  readonly headings: string;
  /** Names the links to the pages before and after. */
  readonly pager: string;
  /** Stands above the page before. */
  readonly previous: string;
  /** Stands above the page after. */
  readonly next: string;
  /** Names the button that copies code. */
  readonly copy: string;
  /** Says that code was copied. */
  readonly copied: string;
  /** Says that the browser refused to copy. */
  readonly copyFailed: string;
  /** Says that a page is on its way. */
  readonly loading: string;
  /** Says that nothing can be reached. */
  readonly offline: string;
  /** Says that a page did not arrive. */
  readonly failed: string;
  /** Tries again. */
  readonly retry: string;
  /** Puts a message away. */
  readonly dismiss: string;
  /** Title of the page for unknown paths. */
  readonly notFound: string;
  /** What such a page says. */
  readonly notFoundText: string;
  /** Leads from there to the home page. */
  readonly notFoundHome: string;
  /** Leads to the repository. */
  readonly source: string;
  /** What the footer says. */
  readonly licence: string;
  /** Says that the original of a section is newer than its translation. */
  readonly stale: string;
  /** Leads from there to the original. */
  readonly staleLink: string;
}
