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
  /** The hash in the name of the file with the other words. */
  readonly words: string;
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

/** The words around the text, in one language. Every document carries them: as few as can be. */
export interface Strings {
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
  /** Opens the search. */
  readonly search: string;
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
  /** Names the way from the home page to the page. */
  readonly breadcrumbs: string;
  /** Leads to the page as Markdown. */
  readonly viewMarkdown: string;
}

/** The words of parts that come when they are needed, in one language. */
export interface Words {
  /** Stands in the empty search field. */
  readonly searchPlaceholder: string;
  /** Says what can be searched for. */
  readonly searchHint: string;
  /** Stands above pages that were read lately. */
  readonly searchRecent: string;
  /** Names the list of results. */
  readonly searchResults: string;
  /** Says that one section was found. */
  readonly searchOne: string;
  /** Says how many sections were found: `{count}`. */
  readonly searchMany: string;
  /** Says that nothing was found; `{query}` is what was searched for. */
  readonly searchNone: string;
  /** Says what to do then. */
  readonly searchNoneHint: string;
  /** Says that the search takes its time. */
  readonly searchLoading: string;
  /** Says that the search could not be reached. */
  readonly searchFailed: string;
  /** What the arrow keys do, in a word. */
  readonly keysChoose: string;
  /** What Enter does, in a word. */
  readonly keysOpen: string;
  /** What Esc does, in a word. */
  readonly keysClose: string;
  /** Names the list of keyboard shortcuts. */
  readonly shortcuts: string;
  /** What the arrow keys do. */
  readonly shortcutsChoose: string;
  /** What Enter does. */
  readonly shortcutsOpen: string;
  /** What Ctrl-Enter does. */
  readonly shortcutsOpenTab: string;
  /** What Esc does. */
  readonly shortcutsClose: string;
  /** Names the choice whether keys alone do something. */
  readonly shortcutsSingle: string;
  /** Says when to turn them off. */
  readonly shortcutsSingleNote: string;
  /** Copies the page as Markdown. */
  readonly copyMarkdown: string;
  /** Stands above pages that may have been meant by an unknown path. */
  readonly nearestPages: string;
  /** Names a code group that follows no choice of the site. */
  readonly codeGroup: string;
  /** Offers a page in this language to readers of another one; `{language}` is its name. */
  readonly languageHint: string;
  /** Puts that offer away. */
  readonly languageHintDismiss: string;
  /** Says how to step through the names in a code block by keyboard. */
  readonly hoverHelp: string;
  /** Names the switch that wraps long lines of code. */
  readonly wrap: string;
  /** Runs a sample. */
  readonly liveRun: string;
  /** Opens an application of the page. */
  readonly liveOpen: string;
  /** Names the place where a sample runs; `{name}` is its title. */
  readonly liveResult: string;
  /** Names the frame that shows what a sample shows; `{name}` is its title. */
  readonly liveInterface: string;
  /** Runs a sample again, from the beginning. */
  readonly liveAgain: string;
  /** Opens the page of a sample again, over what is stored. */
  readonly liveReload: string;
  /** Opens a second tab beside that of a sample. */
  readonly liveTab: string;
  /** Opens the editor. */
  readonly liveEdit: string;
  /** Stands above the frame that shows what a sample shows. */
  readonly liveShown: string;
  /** Stands above the lines of the console. */
  readonly liveConsole: string;
  /** Stands above what is stored. */
  readonly liveStored: string;
  /** Says that a sample runs. */
  readonly liveRunning: string;
  /** Says that a sample has stored nothing. */
  readonly liveStoredNone: string;
  /** Says that it has stored one entry. */
  readonly liveStoredOne: string;
  /** Says how many entries it has stored: `{count}`. */
  readonly liveStoredMany: string;
  /** Says that it has thrown an error. */
  readonly liveThrew: string;
  /** Says that it was stopped in an endless loop. */
  readonly liveLoop: string;
  /** Says that it was stopped because of the memory it took. */
  readonly liveMemory: string;
  /** Says that it was removed because it did not answer. */
  readonly liveRemoved: string;
  /** Stands above lines of an earlier visit. */
  readonly liveBefore: string;
  /** Stands above lines of this visit. */
  readonly liveNow: string;
  /** Stands above lines of a page that was opened again. */
  readonly liveReloaded: string;
  /** Stands above the first of two tabs. */
  readonly liveFirstTab: string;
  /** Stands above the second of two tabs, and above its lines. */
  readonly liveSecondTab: string;
  /** Says how many earlier lines are not shown: `{count}`. */
  readonly liveMoreLines: string;
  /** Says how many further entries are not shown: `{count}`. */
  readonly liveMoreEntries: string;
  /** Leads to the page about an error. */
  readonly liveHelp: string;
  /** Names the local storage. */
  readonly entryLocal: string;
  /** Names the session storage. */
  readonly entrySession: string;
  /** Names the memory, where storage is denied. */
  readonly entryMemory: string;
  /** Tells the version of a module: `{version}`. */
  readonly entryVersion: string;
  /** Says that an entry belongs to no module. */
  readonly entryForeign: string;
  /** Says that an entry is protected. */
  readonly entryProtected: string;
  /** Says that an entry is not protected. */
  readonly entryOpen: string;
  /** Tells how large an entry is: `{bytes}`, and its `{share}` of the quota. */
  readonly entrySize: string;
  /** Tells how large all entries of a storage are: `{bytes}` of `{quota}`. */
  readonly entryTotal: string;
  /** Says before a line that it has changed. */
  readonly entryChanged: string;
  /** Says how many characters are not shown: `{count}`. */
  readonly entryCut: string;
  /** Says that nothing is stored. */
  readonly entryNone: string;
  /** Names the editor; `{name}` is the file. */
  readonly editorLabel: string;
  /** Says what the keys of the editor do; `{key}` goes with Enter. */
  readonly editorKeys: string;
  /** Puts the sample back. */
  readonly editorReset: string;
  /** Says that the sample is back. */
  readonly editorWasReset: string;
  /** Copies a link that carries the code. */
  readonly editorCopyLink: string;
  /** Says that the link could only be put into the address. */
  readonly editorLinkInAddress: string;
  /** Says that there is no link for so much code. */
  readonly editorLinkTooLong: string;
  /** Says that the code came in a link. */
  readonly editorLinked: string;
  /** Says that nothing was run, and why: `{message}`. */
  readonly editorNotRun: string;
  /** Says so of a line: `{line}`, `{message}`. */
  readonly editorProblem: string;
  /** Says that the code cannot be compiled in any useful time. */
  readonly editorSlow: string;
  /** Says that the code imports a file that is not there: `{name}`. */
  readonly editorNoFile: string;
  /** Says so, and which files there are: `{names}`. */
  readonly editorFiles: string;
  /** Says that the code in a link cannot be read. */
  readonly linkDamaged: string;
  /** Says that a link was made by a later release of the site. */
  readonly linkNewer: string;
  /** Says that the sample of a link is not on the page: `{name}`. */
  readonly linkGone: string;
}
