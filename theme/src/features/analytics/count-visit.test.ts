import { type Client, detect, type Recording } from '@tuffet/analytics';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AnalyticsSettings } from '../../../../contracts/records.gen';
import { ARRIVAL } from '../../router/arrivals';
import { FEEDBACK, FEEDBACK_READY } from '../feedback/event';
import { RESULT_OPENED } from '../search/opened';
import { countVisit } from './count-visit';
import { PAUSE_MS } from './page';

vi.mock('@tuffet/analytics', () => ({ detect: vi.fn() }));

const SETTINGS: AnalyticsSettings = {
  base: '/',
  languages: { '/': 'English', '/zh/': 'Simplified-Chinese' },
  routeEventId: 'route',
  languageEventId: 'language',
  searchEventId: null,
  resultEventId: null,
  notFoundEventId: null,
  feedbackEventId: null,
  recordRoutes: false,
};

const action = vi.fn<Client['action']>();
const record = vi.fn<Client['record']>();
const log = vi.spyOn(console, 'error');
let recordings: { stop: ReturnType<typeof vi.fn> }[];
let navigation: EventTarget;
let listening: AbortController;

function createRecording(id: Promise<string | undefined> = Promise.resolve('1')): Recording {
  const recording = { id, ended: new Promise<void>(() => {}), stop: vi.fn() };
  recordings.push(recording);
  return recording;
}

/** Navigates to a path, as the router does. */
function goTo(path: string): void {
  history.pushState(null, '', path);
  navigation.dispatchEvent(new Event('currententrychange'));
}

/** Loads a new document at a path. */
function load(path: string, settings: Partial<AnalyticsSettings> = {}): void {
  history.replaceState(null, '', path);
  navigation = new EventTarget();
  vi.stubGlobal('navigation', navigation);
  countVisit({ ...SETTINGS, ...settings }, 'domain');
}

const sent = (eventId: string) =>
  action.mock.calls.filter(([id]) => id === eventId).map(([, input]) => input);
const once = (key: string) => ({ key, value: 1 });

/** Returns whether an answer was counted. */
const dispatchFeedback = (detail?: string): boolean =>
  !dispatchEvent(new CustomEvent(FEEDBACK, { detail, cancelable: true }));

beforeEach(() => {
  recordings = [];
  // Each test has its own document: listeners of the previous one are removed.
  listening = new AbortController();
  const { signal } = listening;
  const listen = addEventListener.bind(window);
  vi.stubGlobal('addEventListener', (type: string, listener: EventListener) =>
    listen(type, listener, { signal }),
  );
  action.mockReset().mockResolvedValue('2');
  record.mockReset().mockImplementation(() => createRecording());
  log.mockReset().mockImplementation(() => {});
  vi.mocked(detect)
    .mockReset()
    .mockImplementation(() => ({
      client: { isActive: true, action, record } as unknown as Client,
      recording: createRecording(),
    }));
});

afterEach(() => {
  listening.abort();
  vi.unstubAllGlobals();
  sessionStorage.clear();
  document.body.replaceChildren();
});

test('the first load and each route change are counted by path, without the language', {
  tags: ['analytics-route-action', 'analytics-action-shape'],
}, () => {
  load('/zh/guide/');
  goTo('/zh/api/?a=1#b');
  goTo('/');
  expect(sent('route')).toEqual([once('/guide/'), once('/api/'), once('/')]);
});

test('a new fragment or query is not a route change', () => {
  load('/guide/');
  goTo('/guide/#water');
  goTo('/guide/?framework=vue');
  expect(sent('route')).toHaveLength(1);
});

test('the language is counted once, even if the user switches languages afterwards', {
  tags: ['analytics-language-action', 'analytics-language-once'],
}, async () => {
  load('/zh/guide/');
  goTo('/guide/');
  load('/guide/');
  await null;
  load('/zh/');
  expect(sent('language')).toEqual([once('Simplified-Chinese')]);
});

test.for<[string, () => Promise<string | undefined>]>([
  ["the owner's id, for which the client returns none", async () => undefined],
  ['without an id', async () => undefined],
  ['an error', () => Promise.reject(new Error('Unknown event'))],
  ['pending when the user leaves', () => new Promise(() => {})],
])(
  'the language is sent once per session if the response is %s',
  {
    tags: ['analytics-language-once'],
  },
  async ([, answer]) => {
    action.mockImplementation(answer);
    for (const path of ['/guide/', '/zh/guide/', '/guide/']) {
      load(path);
      await new Promise((resolve) => setTimeout(resolve, 0));
      dispatchEvent(new Event('pagehide'));
    }
    expect(sent('language')).toEqual([once('English')]);
  },
);

test('each route change sends an action, even if all earlier requests failed', {
  tags: ['analytics-route-action'],
}, async () => {
  action.mockRejectedValue(new Error('Server returned with an unhandled status'));
  load('/');
  const paths = Array.from({ length: 20 }, (_, i) => `/${i}`);
  for (const path of paths) {
    goTo(path);
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  expect(sent('route')).toEqual(['/', ...paths].map(once));
});

test('an inactive client counts nothing and stores nothing', () => {
  vi.mocked(detect).mockImplementation(() => ({
    client: { isActive: false, action, record } as unknown as Client,
    recording: createRecording(),
  }));
  load('/');
  goTo('/a');
  expect(action).not.toHaveBeenCalled();
  expect([sessionStorage.length, localStorage.length]).toEqual([0, 0]);
});

test('a document creates one record, however many routes it shows', () => {
  load('/');
  goTo('/a');
  goTo('/b');
  expect(detect).toHaveBeenCalledOnce();
  expect(record).not.toHaveBeenCalled();
  expect(recordings.map(({ stop }) => stop.mock.calls.length)).toEqual([0]);
});

test('with recordRoutes, each route creates a record and stops the previous one', () => {
  load('/', { recordRoutes: true });
  goTo('/a');
  goTo('/b');
  expect(record.mock.calls).toEqual([['domain'], ['domain']]);
  expect(recordings.map(({ stop }) => stop.mock.calls.length)).toEqual([1, 1, 0]);
});

test('with feedbackEventId, answers are counted with the whole path of the page', () => {
  const ready = vi.fn();
  addEventListener(FEEDBACK_READY, ready);
  load('/zh/guide/?source=feed#start', { feedbackEventId: 'feedback' });
  expect(ready).toHaveBeenCalledOnce();
  expect(dispatchFeedback()).toBe(true);
  expect(sent('feedback')).toEqual([]);
  expect(dispatchFeedback('no')).toBe(true);
  goTo('/zh/api/');
  expect(dispatchFeedback('yes')).toBe(true);
  expect(sent('feedback')).toEqual([once('no /zh/guide/'), once('yes /zh/api/')]);
});

test.each([
  ['without feedbackEventId', () => load('/guide/')],
  [
    'with an inactive client',
    () => {
      const client = { isActive: false, action, record } as unknown as Client;
      vi.mocked(detect).mockReturnValue({ client, recording: createRecording() });
      load('/guide/', { feedbackEventId: 'feedback' });
    },
  ],
])('%s, answers are not counted', (_, start) => {
  const ready = vi.fn();
  addEventListener(FEEDBACK_READY, ready);
  start();
  expect(ready).not.toHaveBeenCalled();
  expect(dispatchFeedback('yes')).toBe(false);
  expect(sent('feedback')).toEqual([]);
});

test('with notFoundEventId, unknown paths are counted, with their language', () => {
  const lost = '<main class="lost"></main>';
  document.body.innerHTML = lost;
  load('/zh/nowhere');
  expect(sent('lost')).toEqual([]);
  load('/zh/nowhere', { notFoundEventId: 'lost' });
  expect(sent('lost')).toEqual([once('/zh/nowhere')]);
  document.body.replaceChildren();
  load('/guide/', { notFoundEventId: 'lost' });
  expect(sent('lost')).toHaveLength(1);
});

test.each([
  ['/', `${location.origin}/guide/?a=1#b`, '/docs/nowhere /guide/'],
  ['/', `${location.origin}.example/guide/`, '/docs/nowhere'],
  ['/', '', '/docs/nowhere'],
  ['/docs/', `${location.origin}/docs/guide/`, '/docs/nowhere /docs/guide/'],
  ['/docs/', `${location.origin}/account/ada`, '/docs/nowhere'],
  ['/docs/', `${location.origin}/docs-private/`, '/docs/nowhere'],
])('with the base %j, an unknown path opened from %j is counted as %j', (base, referrer, key) => {
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
  document.body.innerHTML = '<main class="lost"></main>';
  load('/docs/nowhere', { base, notFoundEventId: 'lost' });
  expect(sent('lost')).toEqual([once(key)]);
});

test('with searchEventId, searches without results are counted', () => {
  vi.useFakeTimers();
  load('/', { searchEventId: 'search' });
  document.body.innerHTML = `<input class="search-field" value="xyzzy">
    <div class="search-state" data-state="none" data-query="xyzzy"></div>`;
  document.querySelector('input')?.dispatchEvent(new InputEvent('input', { bubbles: true }));
  vi.advanceTimersByTime(PAUSE_MS);
  expect(sent('search')).toEqual([once('xyzzy')]);
  vi.useRealTimers();
});

test('with resultEventId, opened results are counted', () => {
  load('/', { resultEventId: 'result' });
  dispatchEvent(new CustomEvent(RESULT_OPENED, { detail: '/guide/ dark mode' }));
  expect(sent('result')).toEqual([once('/guide/ dark mode')]);
});

test('only the first error is logged to the console', async () => {
  const error = new Error('Server returned with an unhandled status');
  action.mockRejectedValue(error);
  load('/');
  goTo('/a');
  goTo('/b');
  await expect.poll(() => log).toHaveBeenCalled();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(log).toHaveBeenCalledExactlyOnceWith('The visit could not be counted.', error);
});

test('a failed record is logged to the console too', async () => {
  const error = new Error('Unknown domain');
  vi.mocked(detect).mockImplementation(() => ({
    client: { isActive: true, action, record } as unknown as Client,
    recording: createRecording(Promise.reject(error)),
  }));
  load('/');
  await expect.poll(() => log).toHaveBeenCalled();
  expect(log).toHaveBeenCalledExactlyOnceWith('The visit could not be counted.', error);
});

test('an error thrown by the client does not reach the page', () => {
  vi.mocked(detect).mockImplementation(() => {
    throw new SyntaxError('invalid JSON');
  });
  expect(() => load('/')).not.toThrow();
  expect(log).toHaveBeenCalledOnce();
  expect(action).not.toHaveBeenCalled();
});

test('without a tag, nothing is counted and nothing is stored', () => {
  vi.mocked(detect).mockReturnValue(undefined);
  load('/');
  goTo('/a');
  expect(action).not.toHaveBeenCalled();
  expect([sessionStorage.length, localStorage.length]).toEqual([0, 0]);
});

test('without the Navigation API, route changes are reported by the router', {
  tags: ['analytics-route-action'],
}, () => {
  // Documents of earlier tests listen on the same window, so the listener is called directly.
  const listen = vi.spyOn(globalThis, 'addEventListener');
  history.replaceState(null, '', '/');
  vi.stubGlobal('navigation', undefined);
  countVisit(SETTINGS, 'domain');
  const check = listen.mock.calls.find(([type]) => type === ARRIVAL)?.[1] as () => void;
  listen.mockRestore();
  for (const path of ['/a', '/a#b', '/b']) {
    history.pushState(null, '', path);
    check();
  }
  expect(sent('route')).toEqual([once('/'), once('/a'), once('/b')]);
  expect(log).not.toHaveBeenCalled();
});
