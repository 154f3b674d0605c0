// Made by `make contracts` from generator/src/docsite/records. Do not edit.

/** The button of a home page. */
export interface Action {
  /** What to show. */
  readonly text: string;
  /** A path of the site without base, or a URL. */
  readonly link: string;
}

/** What the script that counts visits knows of the site. */
export interface AnalyticsSettings {
  /** The path the site stands under on its host. */
  readonly base: string;
  /** What each language is called when it is counted, by its prefix. */
  readonly languages: Readonly<Record<string, string>>;
  /** The event that counts paths. */
  readonly routeEventId: string;
  /** The event that counts languages. */
  readonly languageEventId: string;
  /** The event that counts what was searched for and is nowhere. */
  readonly searchEventId: string | null;
  /** The event that counts paths without a page. */
  readonly notFoundEventId: string | null;
  /** Whether each path that a reader goes to makes a record of its own. */
  readonly recordRoutes: boolean;
}

/** The script that counts visits, and the attributes of its element. */
export interface AnalyticsTag {
  /** The script. */
  readonly script: AssetFile;
  /** The data attributes of the element, in camel case and without `data-`. */
  readonly data: Readonly<Record<string, string>>;
}

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
  /** Where the search index is; none where the site has no text. */
  readonly search: SearchRecord | null;
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
  /** The theme's strings that every document contains. */
  readonly strings: Readonly<Record<string, unknown>>;
  /** The top navigation. */
  readonly nav: readonly NavEntry[];
  /** The groups of the sidebar; empty where there is none. */
  readonly sidebar: readonly SidebarSection[];
  /** All languages of the site. */
  readonly languages: readonly Language[];
  /** The bar above every page. */
  readonly announcement: AnnouncementRecord | null;
  /** The hash in the name of the file with the theme's other strings. */
  readonly lazyStrings: string;
}

/** A card of a home page. */
export interface Feature {
  /** Its heading. */
  readonly title: string;
  /** A sentence. */
  readonly text: string;
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

/** What a page says about itself. Optional keys are left out where they have no value. */
export interface FrontMatter {
  /** The page in one sentence. */
  readonly summary: string;
  /** `doc` or `home`. */
  readonly layout?: string;
  /** Whether the page is not to be published yet. */
  readonly draft?: boolean;
  /** Paths that the page had before. */
  readonly redirectFrom?: readonly string[];
  /** The button of a home page. */
  readonly action?: Action | null;
  /** The cards of a home page. */
  readonly features?: readonly Feature[];
  /** Further cards, with links. */
  readonly ways?: readonly LinkCard[];
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

/** The hovers of one page. Columns count UTF-16 units, as scripts do. */
export interface HoverFile {
  /** What hovers say; each text once. */
  readonly texts: readonly HoverText[];
  /** Line, column, length and text of each hover, from 0, by the position of the code block. */
  readonly blocks: Readonly<Record<string, readonly number[]>>;
}

/** What a compiler knows about a name. */
export interface HoverText {
  /** The signature: text, class, text, class, and so on; the class is empty for plain text. */
  readonly tokens: readonly string[];
  /** The first paragraph of its comment: prose, code, prose, and so on; empty for no comment. */
  readonly comment: readonly string[];
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

/** A card of a home page that leads somewhere. */
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
  readonly frontmatter: FrontMatter;
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
  /** The hash in the name of the file with its hovers; none where it has no hovers. */
  readonly hovers: string | null;
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
  /** What counts visits; none where they are not counted. */
  readonly analytics: AnalyticsTag | null;
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

/** The terms that one language has other words for than the first. */
export interface SearchGlossary {
  /** The terms. */
  readonly terms: readonly SearchTerm[];
}

/** The words of one language, and where they are. */
export interface SearchIndex {
  /** What Pagefind reads first, one character per byte: this compresses better than base64. */
  readonly meta: string;
  /** The first word of each file, in their order. */
  readonly firstWords: readonly string[];
  /** The hash in the name of each file: `search/<hash>.bin`. */
  readonly files: readonly string[];
}

/** What a search begins with: hashes in the names of files below `assets/`. */
export interface SearchRecord {
  /** The script that searches: `workers/search.<hash>.js`. */
  readonly worker: string;
  /** What that script runs: `search/<hash>.wasm`. */
  readonly engine: string;
  /** The `SearchIndex` of each language, by its tag: `search/<hash>.json`. */
  readonly indexes: Readonly<Record<string, string>>;
  /** The `SearchGlossary` of each language that has one, by its tag: `search/<hash>.json`. */
  readonly glossaries: Readonly<Record<string, string>>;
}

/** A section of a page: what stands between a heading and the next one. */
export interface SearchSection {
  /** The address of its heading, without base. */
  readonly path: string;
  /** The address of its page, without base. */
  readonly page: string;
  /** The title of its page. */
  readonly title: string;
  /** Its heading; for what stands above all headings, the title. */
  readonly heading: string;
  /** The headings it stands under, without the title. */
  readonly parents: readonly string[];
  /** Its text, one line per paragraph, cell row or line of code. */
  readonly text: string;
}

/** A term of the glossary. */
export interface SearchTerm {
  /** How the first language says it. */
  readonly words: readonly string[];
  /** How the other language does. */
  readonly wording: string;
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
