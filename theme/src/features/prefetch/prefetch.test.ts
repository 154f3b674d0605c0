import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PageView } from '../../app/data';
import type { Destination, ViewLoader } from '../../router/load-view';
import type { ExtrasContext } from '../../shared/context';
import { sampleChrome, samplePage } from '../../testing/samples';
import { MAX_UNREQUESTED, startPrefetch } from './prefetch';

const VIEW: PageView = { kind: 'page', page: samplePage(), chrome: sampleChrome() };
const FOUND: Destination = { kind: 'view', view: VIEW };

const load = vi.fn<ViewLoader['load']>();
let listeners: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  load.mockReset().mockResolvedValue(FOUND);
  // Removes all listeners after a test.
  listeners = new AbortController();
  const add = window.addEventListener.bind(window);
  vi.stubGlobal('addEventListener', (name: string, listener: () => void, options?: object) =>
    add(name, listener, { ...options, signal: listeners.signal }),
  );
  vi.stubGlobal('navigation', new EventTarget());
  vi.stubGlobal('NavigationPrecommitController', class {});
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run, 1));
});

afterEach(() => {
  listeners.abort();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function start(connection: object = {}): void {
  vi.stubGlobal('navigator', { connection });
  startPrefetch({ currentView: () => VIEW, loader: { load } } as unknown as ExtrasContext);
}

/** Adds a link. jsdom has no layout, so the link isn't in the viewport. */
function addLink(href: string, attributes: Record<string, string> = {}): HTMLAnchorElement {
  const link = document.createElement('a');
  for (const [name, value] of Object.entries({ href, ...attributes })) {
    link.setAttribute(name, value);
  }
  document.body.append(link);
  return link;
}

const fire = (target: EventTarget, name: string): boolean =>
  target.dispatchEvent(new Event(name, { bubbles: true }));

const wait = (time = 1000): Promise<unknown> => vi.advanceTimersByTimeAsync(time);

test('no page is fetched twice, even through a redirect', async () => {
  load.mockResolvedValueOnce({ kind: 'redirect', path: '/base/new' });
  start();
  const link = addLink('/base/old');
  fire(link, 'pointerdown');
  await wait();
  fire(link, 'pointerdown');
  fire(addLink('/base/old?a=1'), 'pointerdown');
  await wait();
  expect(load.mock.calls).toEqual([['/base/old'], ['/base/new']]);
});

test.for([
  ['https://other.example/base/a', {}],
  ['/elsewhere/a', {}],
  ['/base/a', { rel: 'external' }],
  ['/base/a', { target: '_blank' }],
  ['/base/a', { download: '' }],
  [location.pathname, {}],
  ['#one', {}],
] as const)('%s %o is not prefetched', async ([href, attributes]) => {
  start();
  fire(addLink(href, attributes), 'pointerdown');
  await wait();
  expect(load).not.toHaveBeenCalled();
});

test.for([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
  'nothing is fetched with %o',
  async (connection) => {
    start(connection);
    addLink('/base/next', { rel: 'next' });
    fire(addLink('/base/a'), 'pointerdown');
    await wait();
    expect(load).not.toHaveBeenCalled();
  },
);

test('nothing is fetched if the user prefers reduced data', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('reduced-data') }));
  start();
  fire(addLink('/base/a'), 'pointerdown');
  await wait();
  expect(load).not.toHaveBeenCalled();
});

/** Adds links to the viewport, one of them to the next page. */
function fillWindow(count: number): void {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 10, 10));
  const main = document.body.appendChild(document.createElement('main'));
  const paths = Array.from({ length: count }, (_, index) => `/base/${index}`);
  main.append(...paths.map((path) => addLink(path)), addLink('/base/next', { rel: 'next' }));
}

const asked = (): string[] => load.mock.calls.map(([path]) => path);

test('without user input, only a few pages are fetched, and as many again after a navigation', async () => {
  fillWindow(2 * MAX_UNREQUESTED);
  start();
  await wait();
  expect(asked()).toHaveLength(MAX_UNREQUESTED);
  fire(window, 'scrollend');
  await wait();
  expect(asked()).toHaveLength(MAX_UNREQUESTED);
  navigation.dispatchEvent(new Event('navigatesuccess'));
  await wait();
  expect(new Set(asked()).size).toBe(2 * MAX_UNREQUESTED);
});

test('prefetching stops after a failure, and does not start on a slow connection', async () => {
  fillWindow(9);
  load.mockRejectedValueOnce(new Error('offline'));
  start();
  await wait();
  expect(asked()).toEqual(['/base/next']);
  start({ effectiveType: '3g' });
  await wait();
  expect(asked()).toEqual(['/base/next']);
});

test('without the Navigation API, pages are still prefetched', async () => {
  Reflect.deleteProperty(window, 'navigation');
  start();
  fire(addLink('/base/a'), 'pointerdown');
  await wait();
  expect(load).toHaveBeenCalledExactlyOnceWith('/base/a');
});

test.for([
  ['another section', '99999999', {}, ['/base/api/core.html', '/base/api/types/core.html']],
  ['the section of the document', VIEW.chrome.id, {}, []],
  ['another section with data saver', '99999999', { saveData: true }, []],
] as const)(
  'in %s the tables of the sidebar are fetched if they are unknown',
  async ([, id, connection, addresses]) => {
    const paths = ['/api/', '/api/core.html', '/api/types/hooks.html', '/api/types/core.html'];
    const sidebar = [{ text: 'API', items: paths.map((path) => ({ text: path, path })) }];
    const next: PageView = { ...VIEW, chrome: sampleChrome({ id, sidebar }) };
    const currentView = vi.fn<() => PageView>().mockReturnValue(VIEW);
    const index = {
      loadBuild: vi.fn().mockResolvedValue('the build'),
      loadTables: vi.fn().mockResolvedValue([]),
    };
    vi.stubGlobal('navigator', { connection });
    startPrefetch({ currentView, index, loader: { load } } as unknown as ExtrasContext);
    await wait();
    expect(index.loadTables).not.toHaveBeenCalled();
    currentView.mockReturnValue(next);
    navigation.dispatchEvent(new Event('navigatesuccess'));
    await wait();
    expect(index.loadTables.mock.calls).toEqual(addresses.map((address) => [address, 'the build']));
  },
);
