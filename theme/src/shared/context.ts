import type { View } from '../app/data';
import type { ViewLoader } from '../router/load-view';
import type { SiteIndex } from '../router/site-index';

/** Passed to every lazy feature. */
export interface ExtrasContext {
  /** The view of the document. A click may have left it before the features loaded. */
  readonly firstView: View;
  currentView(): View;
  readonly index: SiteIndex;
  readonly loader: ViewLoader;
  /** The first user input, which caused the features to load. */
  readonly firstInput: Event;
}

/** Starts a lazy feature. A failure doesn't affect the others. */
export type Extra = (context: ExtrasContext) => unknown;
