import { runStartupTasks } from '../startup';
import { startChoices } from './choices';
import type { Extra, ExtrasContext } from './context';
import { startCopyPage } from './copy-page';
import { startHovers } from './hovers';
import { startLanguages } from './languages';
import { startLive } from './live';
import { startNotFound } from './not-found';
import { startPrefetch } from './prefetch';
import { startPrint } from './print';
import { startRecentPages } from './recent-pages';
import { startShortcuts } from './shortcuts';
import { startWarmSearch } from './warm-search';
import { startWrap } from './wrap';

/** Everything that a page can do without until its reader does something. */
const EXTRAS: Readonly<Record<string, Extra>> = {
  'copy page': startCopyPage,
  choices: startChoices,
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
};

export const startExtras = (context: ExtrasContext): Promise<void> =>
  runStartupTasks(
    Object.entries(EXTRAS).map(([name, start]) => ({ name, run: () => start(context) })),
  );
