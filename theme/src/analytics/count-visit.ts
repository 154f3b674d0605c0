import { detect } from '@tuffet/analytics';
import type { AnalyticsSettings } from '../../../contracts/records.gen';
import { ARRIVAL } from '../router/arrivals';
import { isLost, watchFruitlessSearches } from './page';
import { readPath } from './path';
import { leaveMark, removeMark } from './session-mark';

/** Counts this load and what the reader does from now on. Nothing of it reaches the page. */
export function countVisit(settings: AnalyticsSettings, domainId: string): void {
  const report = createReporter();
  try {
    const detected = detect();
    if (detected) {
      countWith(detected, settings, domainId, report);
    }
  } catch (error) {
    report(error);
  }
}

type Detected = NonNullable<ReturnType<typeof detect>>;
type Reporter = (error: unknown) => undefined;

function countWith(
  { client, recording }: Detected,
  settings: AnalyticsSettings,
  domainId: string,
  report: Reporter,
): void {
  const { routeEventId, languageEventId, searchEventId, notFoundEventId } = settings;
  let current = recording;

  const count = (eventId: string, key: string): Promise<string | undefined> =>
    client.action(eventId, { key, value: 1 }).catch(report);

  function watch(): void {
    current.id.catch(report);
    current.ended.catch(report);
  }

  async function countLanguage(language: string): Promise<void> {
    if (!leaveMark()) {
      return;
    }
    // A document that is left hears of no answer, and the next one must find the mark.
    let isLeft = false;
    addEventListener('pagehide', () => (isLeft = true), { once: true });
    if (!(await count(languageEventId, language)) && !isLeft) {
      removeMark();
    }
  }

  function onRoute(pathname: string): void {
    count(routeEventId, readPath(pathname, settings).neutral);
    if (settings.recordRoutes) {
      current.stop();
      current = client.record(domainId);
      watch();
    }
  }

  const first = readPath(location.pathname, settings);
  watch();
  count(routeEventId, first.neutral);
  countLanguage(first.language);
  if (notFoundEventId && isLost()) {
    count(notFoundEventId, first.whole);
  }
  if (searchEventId) {
    watchFruitlessSearches((query) => count(searchEventId, query));
  }
  watchRoutes(onRoute);
}

/** Tells each path that the document goes to. */
function watchRoutes(tell: (pathname: string) => void): void {
  let { pathname } = location;
  const look = (): void => {
    if (location.pathname !== pathname) {
      pathname = location.pathname;
      tell(pathname);
    }
  };
  globalThis.navigation?.addEventListener('currententrychange', look);
  addEventListener(ARRIVAL, look); // where there is no such API
}

/** Writes the first of all errors to the console. */
function createReporter(): Reporter {
  let isSilent = false;
  return (error) => {
    if (!isSilent) {
      isSilent = true;
      console.error('The visit could not be counted.', error);
    }
    return undefined;
  };
}
