import { runStartupTasks } from '../app/startup';
import type { Extra, ExtrasContext } from '../shared/context';
import { startChoices } from './choices/start';
import { startCopyPage } from './copy-page/copy-page';
import { startFeedback } from './feedback/feedback';
import { startFollowingLists } from './following-lists/following-lists';
import { startHovers } from './hovers/start';
import { startLanguages } from './languages/start';
import { startLive } from './live/start';
import { startNotFound } from './not-found/start';
import { startPrefetch } from './prefetch/prefetch';
import { startPrint } from './print/print';
import { startRecentPages } from './search/recent-pages';
import { startWarmSearch } from './search/warm';
import { startShortcuts } from './shortcuts/start';
import { startWrap } from './wrap/wrap';
import { startZoom } from './zoom/zoom';

/** Features that a page doesn't need before the first user input. */
const EXTRAS: Readonly<Record<string, Extra>> = {
  'copy page': startCopyPage,
  choices: startChoices,
  feedback: startFeedback,
  'following lists': startFollowingLists,
  hovers: startHovers,
  languages: startLanguages,
  live: startLive,
  'not found': startNotFound,
  prefetch: startPrefetch,
  print: startPrint,
  'recent pages': startRecentPages,
  shortcuts: startShortcuts,
  'warm search': startWarmSearch,
  wrap: startWrap,
  zoom: startZoom,
};

export const startExtras = (context: ExtrasContext): Promise<void> =>
  runStartupTasks(
    Object.entries(EXTRAS).map(([name, start]) => ({ name, run: () => start(context) })),
  );
