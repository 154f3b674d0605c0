import type { View } from '../app/data';
import type { ViewLoader } from '../router/load-view';
import type { SiteIndex } from '../router/site-index';

/** What parts that come later may know and use. */
export interface ExtrasContext {
  /** What is shown now. */
  currentView(): View;
  readonly index: SiteIndex;
  readonly loader: ViewLoader;
  /** What the reader did first, which brought these parts here. */
  readonly firstSign: Event;
}

/** One of them. A part that fails takes nothing else with it. */
export type Extra = (context: ExtrasContext) => unknown;
