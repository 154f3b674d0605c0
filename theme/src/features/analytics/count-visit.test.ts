import { type Client, detect, type Recording } from '@tuffet/analytics';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AnalyticsSettings } from '../../../../contracts/records.gen';
import { ARRIVAL } from '../../router/arrivals';
import { countVisit } from './count-visit';
import { PAUSE_MS } from './page';

vi.mock('@tuffet/analytics', () => ({ detect: vi.fn() }));

const SETTINGS: AnalyticsSettings = {
  base: '/',
  languages: { '/': 'English', '/zh/': 'Simplified-Chinese' },
  routeEventId: 'route',
  languageEventId: 'language',
  searchEventId: null,
  notFoundEventId: null,
  recordRoutes: false,
};

const action = vi.fn<Client['action']>();
const record = vi.fn<Client['record']>();
const log = vi.spyOn(console, 'error');
let recordings: { stop: ReturnType<typeof vi.fn> }[];
let navigation: EventTarget;

function createRecording(id: Promise<string | undefined> = Promise.resolve('1')): Recording {
  const recording = { id, ended: new Promise<void>(() => {}), stop: vi.fn() };
  recordings.push(recording);
  return recording;
}

/** Goes to a path, as the router does. */
function goTo(path: string): void {
  history.pushState(null, '', path);
  navigation.dispatchEvent(new Event('currententrychange'));
}

/** A new document at a path. */
function load(path: string, settings: Partial<AnalyticsSettings> = {}): void {
  history.replaceState(null, '', path);
  navigation = new EventTarget();
  vi.stubGlobal('navigation', navigation);
  countVisit({ ...SETTINGS, ...settings }, 'domain');
}

const sent = (eventId: string) =>
  action.mock.calls.filter(([id]) => id === eventId).map(([, input]) => input);
const once = (key: string) => ({ key, value: 1 });

beforeEach(() => {
  recordings = [];
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

test('a jump on the same page, or another query, is no route change', () => {
  load('/guide/');
  goTo('/guide/#water');
  goTo('/guide/?framework=vue');
  expect(sent('route')).toHaveLength(1);
});

test('the language is counted once, whatever the reader reads afterwards', {
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
  ['still missing when the document is left', () => new Promise(() => {})],
])(
  'the language is sent once per session if the answer is %s',
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

test('each route change sends its action, though all requests before have failed', {
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

test('a client that is not active counts nothing and leaves no mark', () => {
  vi.mocked(detect).mockImplementation(() => ({
    client: { isActive: false, action, record } as unknown as Client,
    recording: createRecording(),
  }));
  load('/');
  goTo('/a');
  expect(action).not.toHaveBeenCalled();
  expect([sessionStorage.length, localStorage.length]).toEqual([0, 0]);
});

test('one record is made for a document, however many routes', () => {
  load('/');
  goTo('/a');
  goTo('/b');
  expect(detect).toHaveBeenCalledOnce();
  expect(record).not.toHaveBeenCalled();
  expect(recordings.map(({ stop }) => stop.mock.calls.length)).toEqual([0]);
});

test('by option each route makes a record, and the one before is stopped', () => {
  load('/', { recordRoutes: true });
  goTo('/a');
  goTo('/b');
  expect(record.mock.calls).toEqual([['domain'], ['domain']]);
  expect(recordings.map(({ stop }) => stop.mock.calls.length)).toEqual([1, 1, 0]);
});

test('by option a path without a page is counted, with its language', () => {
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

test('by option a search without a result is counted', () => {
  vi.useFakeTimers();
  load('/', { searchEventId: 'search' });
  document.body.innerHTML = `<input class="search-field" value="xyzzy">
    <div class="search-state" data-state="none"><p class="search-hint"></p></div>`;
  document.querySelector('input')?.dispatchEvent(new InputEvent('input', { bubbles: true }));
  vi.advanceTimersByTime(PAUSE_MS);
  expect(sent('search')).toEqual([once('xyzzy')]);
  vi.useRealTimers();
});

test('of all that goes wrong, the first is written to the console', async () => {
  const error = new Error('Server returned with an unhandled status');
  action.mockRejectedValue(error);
  load('/');
  goTo('/a');
  goTo('/b');
  await vi.waitFor(() => expect(log).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(log).toHaveBeenCalledExactlyOnceWith('The visit could not be counted.', error);
});

test('a record that fails is written to the console too', async () => {
  const error = new Error('Unknown domain');
  vi.mocked(detect).mockImplementation(() => ({
    client: { isActive: true, action, record } as unknown as Client,
    recording: createRecording(Promise.reject(error)),
  }));
  load('/');
  await vi.waitFor(() => expect(log).toHaveBeenCalled());
  expect(log).toHaveBeenCalledExactlyOnceWith('The visit could not be counted.', error);
});

test('a client that throws at once disturbs nobody', () => {
  vi.mocked(detect).mockImplementation(() => {
    throw new SyntaxError('no JSON');
  });
  expect(() => load('/')).not.toThrow();
  expect(log).toHaveBeenCalledOnce();
  expect(action).not.toHaveBeenCalled();
});

test('without a tag nothing is counted and nothing is kept', () => {
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
