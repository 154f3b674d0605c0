import { detect } from '@tuffet/analytics';
import type { AnalyticsSettings } from '../../../../contracts/records.gen';
import { ARRIVAL } from '../../router/arrivals';
import { FEEDBACK, FEEDBACK_READY } from '../feedback/event';
import { RESULT_OPENED } from '../search/opened';
import { findSource, isLost, watchSearchesWithoutResults } from './page';
import { readPath } from './path';
import { leaveMark } from './session-mark';

/** Counts this load and later actions of the visitor. Errors don't affect the page. */
export function countVisit(settings: AnalyticsSettings, domainId: string): void {
  const report = createReporter();
  try {
    const detected = detect();
    if (detected?.client.isActive) {
      countWith(detected, settings, domainId, report);
    }
  } catch (error) {
    report(error);
  }
}

type Detected = NonNullable<ReturnType<typeof detect>>;
type Reporter = (error: unknown) => void;

function countWith(
  { client, recording }: Detected,
  settings: AnalyticsSettings,
  domainId: string,
  report: Reporter,
): void {
  const { routeEventId, languageEventId, searchEventId, resultEventId } = settings;
  const { notFoundEventId, feedbackEventId } = settings;
  let current = recording;

  function count(eventId: string, key: string): void {
    client.action(eventId, { key, value: 1 }).catch(report);
  }

  function onRoute(pathname: string): void {
    count(routeEventId, readPath(pathname, settings).neutral);
    if (settings.recordRoutes) {
      current.stop();
      current = client.record(domainId);
      current.id.catch(report);
    }
  }

  const first = readPath(location.pathname, settings);
  current.id.catch(report);
  count(routeEventId, first.neutral);
  // Set before the request, so that neither its answer nor a lost one sends a second action.
  if (leaveMark()) {
    count(languageEventId, first.language);
  }
  if (notFoundEventId && isLost()) {
    count(notFoundEventId, location.pathname + findSource(settings.base));
  }
  if (searchEventId) {
    watchSearchesWithoutResults((query) => count(searchEventId, query));
  }
  if (resultEventId) {
    addEventListener(RESULT_OPENED, (event) =>
      count(resultEventId, (event as CustomEvent<string>).detail),
    );
  }
  if (feedbackEventId) {
    watchFeedback((answer) => count(feedbackEventId, `${answer} ${location.pathname}`));
  }
  watchRoutes(onRoute);
}

/** Calls `notify` with each answer to the question whether a page was helpful. */
function watchFeedback(notify: (answer: string) => void): void {
  addEventListener(FEEDBACK, (event) => {
    event.preventDefault(); // it is counted here
    const { detail } = event as CustomEvent<string | null>;
    detail && notify(detail);
  });
  dispatchEvent(new Event(FEEDBACK_READY));
}

/** Calls `notify` with each path that the document navigates to. */
function watchRoutes(notify: (pathname: string) => void): void {
  let { pathname } = location;
  function check(): void {
    if (location.pathname !== pathname) {
      pathname = location.pathname;
      notify(pathname);
    }
  }
  globalThis.navigation?.addEventListener('currententrychange', check);
  addEventListener(ARRIVAL, check); // for browsers without the Navigation API
}

/** Logs only the first error to the console. */
function createReporter(): Reporter {
  let isSilent = false;
  return (error) => {
    if (!isSilent) {
      isSilent = true;
      console.error('The visit could not be counted.', error);
    }
  };
}
