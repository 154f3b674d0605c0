// Made by `make contracts` from generator/src/docsite/records. Do not edit.

/** A link of a home page. */
export interface Action {
  /** The label. */
  readonly text: string;
  /** A path of the site without base, or a URL. */
  readonly link: string;
}

/** The settings of the analytics script. */
export interface AnalyticsSettings {
  /** The path of the site on its host. */
  readonly base: string;
  /** The name of each language in analytics, by prefix. */
  readonly languages: Readonly<Record<string, string>>;
  /** The event that counts paths. */
  readonly routeEventId: string;
  /** The event that counts languages. */
  readonly languageEventId: string;
  /** The event that counts searches without a result. */
  readonly searchEventId: string | null;
  /** The event that counts opened search results. */
  readonly resultEventId: string | null;
  /** The event that counts paths without a page. */
  readonly notFoundEventId: string | null;
  /** The event that counts answers to "Was this page helpful?". */
  readonly feedbackEventId: string | null;
  /** Whether each navigation creates its own record. */
  readonly recordRoutes: boolean;
}

/** The analytics script, and the attributes of its element. */
export interface AnalyticsTag {
  /** The script. */
  readonly script: AssetFile;
  /** The data attributes of the element, in camel case and without `data-`. */
  readonly data: Readonly<Record<string, string>>;
}

/** An announcement in one language. */
export interface AnnouncementRecord {
  /** Identifies it, so that a dismissed one isn't shown again. */
  readonly id: string;
  /** The text. */
  readonly text: string;
  /** The page it links to, without base. */
  readonly path: string | null;
}

/** A script that documents load. */
export interface AssetFile {
  /** Its path without base. */
  readonly path: string;
  /** The digest that the browser compares. */
  readonly integrity: string;
}

/** `build.json`: the deployed build. Never cached. */
export interface BuildRecord {
  /** Name and version of the generator. */
  readonly generator: string;
  /** Scheme and host of the site. */
  readonly address: string;
  /** Changes with the scripts and styles of the site. */
  readonly theme: string;
  /** The hash in the file name of each folder's table, by folder. */
  readonly folders: Readonly<Record<string, string>>;
  /** The search index; null if the site has no text. */
  readonly search: SearchRecord | null;
}

/** Everything around the text, shared by the pages of a language and a section. */
export interface Chrome {
  /** The hash of its content. */
  readonly id: string;
  /** The name of the site. */
  readonly title: string;
  /** The path of the site on its host. */
  readonly base: string;
  /** The path of the logo, without base. */
  readonly logo: string | null;
  /** The path of the logo for the dark color mode, without base, if it has its own. */
  readonly logoDark: string | null;
  /** The URL of the source repository. */
  readonly repository: string;
  /** The language tag. */
  readonly locale: string;
  /** The direction of the language. */
  readonly dir: 'ltr' | 'rtl';
  /** The path of the pages in this language. */
  readonly prefix: string;
  /** The site in one sentence. */
  readonly description: string;
  /** The theme's strings that every document contains. */
  readonly strings: Readonly<Record<string, unknown>>;
  /** The top navigation. */
  readonly nav: readonly NavEntry[];
  /** The groups of the sidebar; empty if there is none. */
  readonly sidebar: readonly SidebarSection[];
  /** All languages of the site. */
  readonly languages: readonly Language[];
  /** The bar above every page. */
  readonly announcement: AnnouncementRecord | null;
  /** The hash in the name of the file with the theme's other strings. */
  readonly lazyStrings: string;
}

/** A measured fact on a home page. */
export interface Fact {
  /** A number or a version. */
  readonly value: string;
  /** Its meaning, in a few words. */
  readonly text: string;
}

/** A card of a home page. */
export interface Feature {
  /** Its heading. */
  readonly title: string;
  /** A sentence. */
  readonly text: string;
  /** Where visitors can see it for themselves. */
  readonly proof?: Action | null;
}

/** The headings of the pages of one folder, to suggest for unknown paths. */
export interface FolderHeadings {
  /** Id, title, id, title, and so on, by path. */
  readonly pages: Readonly<Record<string, readonly string[]>>;
}

/** The pages of one folder, for navigation to one of them. */
export interface FolderTable {
  /** The id of the chrome that its pages share. */
  readonly chrome: string;
  /** The pages by path. */
  readonly pages: Readonly<Record<string, PageFile>>;
  /** Current paths by old paths in this folder. */
  readonly redirects: Readonly<Record<string, string>>;
  /** The hash in the name of the file with their headings; null if there are no pages. */
  readonly headings: string | null;
}

/** The front matter of a page. Optional keys are omitted if they have no value. */
export interface FrontMatter {
  /** The page in one sentence. */
  readonly summary: string;
  /** `doc` or `home`. */
  readonly layout?: string;
  /** Whether the page is excluded from builds. */
  readonly draft?: boolean;
  /** Earlier paths of the page. */
  readonly redirectFrom?: readonly string[];
  /** Whether its second-level headings are the entries of a feed. */
  readonly feed?: boolean;
  /** The ids of its tags. */
  readonly tags?: readonly string[];
  /** The button of a home page. */
  readonly action?: Action | null;
  /** The cards of a home page. */
  readonly features?: readonly Feature[];
  /** The strip of facts on a home page. */
  readonly facts?: readonly Fact[];
  /** The path of the large image of a home page, a public file. */
  readonly image?: string | null;
  /** Further cards, with links. */
  readonly ways?: readonly LinkCard[];
}

/** A heading below the title, with its subheadings. */
export interface Header {
  /** The level; 2 is the highest. */
  readonly level: number;
  /** Plain text. */
  readonly title: string;
  /** Its id, the same in every language. */
  readonly slug: string;
  /** The subheadings. */
  readonly children: readonly Header[];
}

/** The hovers of one page. Columns count UTF-16 units, as scripts do. */
export interface HoverFile {
  /** The distinct hovers. */
  readonly texts: readonly HoverText[];
  /** Line, column, length and text of each hover, from 0, by the position of the code block. */
  readonly blocks: Readonly<Record<string, readonly number[]>>;
}

/** The hover of a name, from the compiler. */
export interface HoverText {
  /** The signature: text, class, text, class, and so on; the class is empty for plain text. */
  readonly tokens: readonly string[];
  /** The first paragraph of its comment: prose, code, prose, and so on; empty for no comment. */
  readonly comment: readonly string[];
  /** The path and the id of its section in the reference, without base. */
  readonly reference: string | null;
}

/** An entry of the language menu. */
export interface Language {
  /** Its language tag. */
  readonly tag: string;
  /** The path of its pages. */
  readonly prefix: string;
  /** Its name in that language. */
  readonly label: string;
}

/** The files and the policy of all documents with the same layout. */
export interface LayoutFiles {
  /** The scripts, in order. */
  readonly scripts: readonly AssetFile[];
  /** The styles. Documents contain them, so that the first paint waits for no other file. */
  readonly styles: string;
  /** The path, without base, of the styles that they lack; null if they have all. */
  readonly otherStyles: string | null;
  /** The content security policy for a `<meta>` element. */
  readonly policy: string;
}

/** The layouts of a theme. */
export interface Layouts {
  /** Most pages. */
  readonly doc: LayoutFiles;
  /** Home pages. */
  readonly home: LayoutFiles;
  /** 404 pages. */
  readonly notFound: LayoutFiles;
}

/** A card of a home page with a link. */
export interface LinkCard {
  /** Its heading. */
  readonly title: string;
  /** A sentence. */
  readonly text: string;
  /** A fact in small print, such as a version or a size. */
  readonly note: string;
  /** A path of the site without base, or a URL. */
  readonly link: string;
}

/** The pages of one folder that a document links to, for navigation without its table. */
export interface LinkedFolder {
  /** The hash of the folder's table. As long as the site has this table, the rest is current. */
  readonly table: string;
  /** The id of the chrome that its pages share. */
  readonly chrome: string;
  /** The name of each page's script, such as `12.0a1b2c3d`, by path. */
  readonly pages: Readonly<Record<string, string>>;
}

/** A language of the site. */
export interface LocaleRecord {
  /** Its language tag. */
  readonly tag: string;
  /** The path of its pages. */
  readonly prefix: string;
  /** Its name in that language. */
  readonly label: string;
  /** The site in one sentence. */
  readonly description: string;
  /** The top navigation. */
  readonly nav: readonly NavEntry[];
  /** The sidebars. */
  readonly sidebars: readonly SidebarRecord[];
  /** The bar above every page. */
  readonly announcement: AnnouncementRecord | null;
}

/** An entry of the top navigation in one language. */
export interface NavEntry {
  /** The label. */
  readonly text: string;
  /** A path of the site without base, or an external URL; null for a menu. */
  readonly path: string | null;
  /** The entries of a menu. */
  readonly items: readonly PageLink[];
}

/** A 404 page. */
export interface NotFoundRequest {
  /** The data that all documents share. */
  readonly context: RenderContext;
  /** The languages of the page; the first is that of the document. */
  readonly chromes: readonly Chrome[];
}

/** The complete record of a page. */
export interface Page {
  /** The title. */
  readonly title: string;
  /** The path without base. */
  readonly path: string;
  /** The id of the record: the path of its source without `.md`. */
  readonly key: string;
  /** Its language tag. */
  readonly locale: string;
  /** Its headings as a tree. */
  readonly headers: readonly Header[];
  /** The day of its last change, as year-month-day. */
  readonly lastUpdated: string;
  /** The time to read its prose, without code blocks. */
  readonly minutes: number;
  /** The front matter. */
  readonly frontmatter: FrontMatter;
  /** The URL to edit its source. Empty if the site has no edit links. */
  readonly editLink: string;
  /** The path of the same page in each language, by language tag. */
  readonly counterparts: Readonly<Record<string, string>>;
  /** The page before it in the sidebar. */
  readonly previous: PageLink | null;
  /** The page after it in the sidebar. */
  readonly next: PageLink | null;
  /** The language of its text, if it isn't translated. */
  readonly original: TextLanguage | null;
  /** The hash in the name of the file with its hovers; null if it has none. */
  readonly hovers: string | null;
  /** The hash of the rest of this record. */
  readonly hash: string;
  /** The text. Starts with the h1, except on a home page, whose layout has its own. */
  readonly html: string;
  /** The day of its last change as visitors read it; absent if that is year-month-day. */
  readonly lastUpdatedText?: string | null;
  /** The version menu; absent on a site without versions. */
  readonly versions?: NavEntry | null;
  /** The URL of the page in the current version; absent on the current version, and if
    that version doesn't have the page. */
  readonly canonical?: string | null;
}

/** The script of a page. */
export interface PageFile {
  /** The number of the script. */
  readonly number: number;
  /** The hash in its file name. */
  readonly hash: string;
  /** The title of the page. */
  readonly title: string;
}

/** A link to a page or an external URL. */
export interface PageLink {
  /** The label. */
  readonly text: string;
  /** A path of the site without base, or an external URL. */
  readonly path: string;
  /** The path on the host, if `path` is the URL of a page in another version. */
  readonly href?: string | null;
}

/** All pages of a section, for printing. */
export interface PrintRequest {
  /** The data that all documents share. */
  readonly context: RenderContext;
  /** The chrome of the language. */
  readonly chrome: Chrome;
  /** The files and the policy of the document. */
  readonly files: LayoutFiles;
  /** The title of the document. */
  readonly title: string;
  /** A placeholder for the text, which Python replaces. */
  readonly html: string;
}

/** An old path of a page. */
export interface Redirect {
  /** The old path without base. */
  readonly path: string;
  /** The current path. */
  readonly target: string;
}

/** The data that all documents of a site share. */
export interface RenderContext {
  /** Scheme and host of the site. */
  readonly address: string;
  /** Name and version of the generator. */
  readonly generator: string;
  /** The inline script: color mode before the first paint, other scripts after it. */
  readonly boot: string;
  /** The layouts of pages. */
  readonly layouts: Layouts;
  /** Changes with scripts and styles. */
  readonly theme: string;
  /** The analytics script; null without analytics. */
  readonly analytics: AnalyticsTag | null;
}

/** Pages with the same chrome, to be rendered to documents. */
export interface RenderRequest {
  /** The data that all documents share. */
  readonly context: RenderContext;
  /** The chrome of these pages. */
  readonly chrome: Chrome;
  /** The pages; their text is a placeholder that Python replaces. */
  readonly pages: readonly Page[];
  /** A placeholder in the data of documents. Python replaces it by the scripts of linked pages. */
  readonly links: string;
}

/** A path of the site. */
export interface Route {
  /** The path without base. */
  readonly path: string;
  /** The key of the page record. */
  readonly key: string;
  /** The language tag of the page. */
  readonly locale: string;
  /** The title of the page. */
  readonly title: string;
}

/** All paths of the site. */
export interface RouteTable {
  /** Sorted by path. */
  readonly routes: readonly Route[];
  /** Sorted by path. */
  readonly redirects: readonly Redirect[];
}

/** The index of one language.

Its other files share a hash: on a large site, a list of hashes would be most of what a search
fetches. */
export interface SearchIndex {
  /** The hash of its other files, which is the name of their folder. */
  readonly files: string;
  /** The weights of words: how much they say about a section. */
  readonly weights: readonly number[];
  /** The first word of each `SearchWords` file, in order: `words-0.json`. */
  readonly firstWords: readonly string[];
  /** The number of sections in each `SearchTexts` file, in order: `texts-0.json`. */
  readonly textCounts: readonly number[];
  /** The weight of the page of each `SearchTexts` file. */
  readonly textWeights: readonly number[];
  /** The number of `SearchTexts` files of each page, in order. */
  readonly pageFiles: readonly number[];
  /** The first letter of each `SearchSpellings` file: `spellings-0.json`. */
  readonly letters: readonly string[];
  /** Synonyms, and terms of the glossary with their translations. */
  readonly synonyms: readonly SearchSynonym[];
  /** Sections to offer when there are no results. */
  readonly suggestions: readonly PageLink[];
}

/** The first files of a search. */
export interface SearchRecord {
  /** The hash in the name of each `SearchIndex`, by language tag: `search/<hash>.json`. */
  readonly indexes: Readonly<Record<string, string>>;
}

/** A section of a page: the text from a heading to the next one. */
export interface SearchSection {
  /** The id of its heading; empty for a home page. */
  readonly id: string;
  /** Its heading; for text before the first heading, the title. */
  readonly heading: string;
  /** The headings above it, without the title. */
  readonly parents: readonly string[];
  /** Its text, one line per paragraph, cell row or line of code. */
  readonly text: string;
}

/** Words with the same first letter, for the correction of misspelled words. */
export interface SearchSpellings {
  /** The words, the most frequent first. */
  readonly words: readonly string[];
}

/** Words that visitors search for, and those of the pages. */
export interface SearchSynonym {
  /** Words or phrases in a query. */
  readonly words: readonly string[];
  /** Words or phrases that are searched for, too. */
  readonly meanings: readonly string[];
}

/** Consecutive sections of a page. */
export interface SearchTexts {
  /** The path of the page, without base. */
  readonly page: string;
  /** The title of the page. */
  readonly title: string;
  /** The sections in order. */
  readonly sections: readonly SearchSection[];
}

/** Consecutive words of an index. */
export interface SearchWords {
  /** The sections that contain each word. With w = the number of weights of the index, the numbers
    are w * (difference to the section before, or the first section) + (position of the weight). */
  readonly words: Readonly<Record<string, readonly number[]>>;
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

/** The site as a whole. */
export interface SiteRecord {
  /** The name of the site. */
  readonly title: string;
  /** Scheme and host of the site. */
  readonly address: string;
  /** The path of the site on its host. */
  readonly base: string;
  /** The URL of the source repository. */
  readonly repository: string;
  /** Name and version of the generator. */
  readonly generator: string;
  /** The languages, the first one first. */
  readonly locales: readonly LocaleRecord[];
}

/** The language of text content, as attributes of its element. */
export interface TextLanguage {
  /** Its language tag. */
  readonly lang: string;
  /** Its direction. */
  readonly dir: 'ltr' | 'rtl';
}
