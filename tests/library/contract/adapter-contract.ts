import { resetModules } from '@tuffet/core/testing';
import type { Expiry, TuffetStorage } from '@tuffet/hooks';
import { storeOf } from '@tuffet/hooks/adapter';
import { type Consent, createConsent } from '@tuffet/hooks/consent';
import { expireAfter } from '@tuffet/hooks/expiry';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { commands } from 'vitest/browser';
import {
  type Access,
  everything,
  FRAMES,
  type Frame,
  type Module,
  type OnRender,
  OPTIONS,
  type Probe,
} from './components.ts';
import type { Loading } from './server-command.ts';

type Storage = TuffetStorage<Module>;

export interface RecordedProbe {
  readonly probe: Probe;
  readonly onRender: OnRender;
}

/** Renders into a container; returns a function that unmounts. Both are synchronous. */
type Render = (
  container: Element,
  storage: Storage,
  probes: readonly RecordedProbe[],
  frame: Frame,
) => () => void;

/** An adapter and its framework. */
export interface Driver {
  /** The folder of the framework version under `tests/library/frameworks`. */
  readonly folder: string;
  readonly version: string;
  /** The requirements that the tests verify for this adapter. */
  readonly ids: Record<'way' | 'value' | 'setter' | 'resetter' | 'checker', string>;
  createLocalStorage(options: {
    storageModuleKey: string;
    initial: Record<string, unknown>;
    storeInitial?: boolean;
    consent?: Consent;
    expiry?: Expiry<Module>;
  }): Storage;
  render: Render;
  hydrate(...args: Parameters<Render>): ReturnType<Render>;
}

/** Some probes on the page. */
export interface Mounted {
  readonly container: Element;
  text(index?: number): string | null | undefined;
  /** The access object of the last render of a probe. */
  access(index?: number): Access;
  /** The strings that a probe has rendered, without repetitions. */
  history(index?: number): string[];
  click(index?: number): void;
  unmount(): void;
}

/** Frameworks render a change within two tasks; hydration takes longer. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setTimeout(resolve));
}

const cleanups: (() => void)[] = [];

/** Resets the page before every test. Console output fails the test. */
export function useCleanPage(): void {
  beforeEach(() => {
    resetModules();
    localStorage.clear();
    sessionStorage.clear();
    vi.spyOn(console, 'error');
    vi.spyOn(console, 'warn');
  });
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0)) cleanup();
    await settle();
    const logged = [...vi.mocked(console.error).mock.calls, ...vi.mocked(console.warn).mock.calls];
    vi.restoreAllMocks();
    expect(logged).toEqual([]);
  });
}

/** The local storage of another page of this origin. Its writes cause events here. */
export function openOtherTab(): globalThis.Storage {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  cleanups.push(() => frame.remove());
  return (frame.contentWindow as Window).localStorage;
}

export function createContainer(html = ''): Element {
  const container = document.createElement('div');
  container.innerHTML = html;
  document.body.append(container);
  cleanups.push(() => container.remove());
  return container;
}

export function mountWith(
  render: Render,
  storage: Storage,
  probes: readonly Probe[],
  {
    frame = 'fragment',
    container = createContainer(),
  }: { frame?: Frame; container?: Element } = {},
): Mounted {
  const accesses: Access[] = [];
  const histories = probes.map(() => [] as string[]);
  const recorded = probes.map((probe, index) => ({
    probe,
    onRender: (access: Access, text: string) => {
      accesses[index] = access;
      if (histories[index]?.at(-1) !== text) histories[index]?.push(text);
    },
  }));
  let unmount: (() => void) | undefined = render(container, storage, recorded, frame);
  const end = () => {
    unmount?.();
    unmount = undefined;
  };
  // Unmount before the container is removed.
  cleanups.unshift(end);
  const buttons = () => container.querySelectorAll('button');
  return {
    container,
    text: (index = 0) => buttons()[index]?.textContent,
    access: (index = 0) => accesses[index] as Access,
    history: (index = 0) => histories[index] as string[],
    click: (index = 0) => buttons()[index]?.click(),
    unmount: end,
  };
}

/** The stored entry. */
export const stored = (key: string = OPTIONS.storageModuleKey): Module =>
  JSON.parse(localStorage.getItem(key) as string);

const showing = (name: string): Probe => ({ show: (access) => String(access.get(name)) });

/** Property names that collide with other names, or with rules about letters. */
const NAMES = [
  'URL',
  'line1',
  'user_name',
  'state',
  'then',
  'toJSON',
  '__proto__',
  'constructor',
  'length',
  '中文',
  '$x',
];

/** Tests that every adapter passes. */
export function describeContract(title: string, driver: Driver): void {
  const { ids } = driver;
  const create = () => driver.createLocalStorage(OPTIONS);
  const mount = (storage: Storage, ...probes: Probe[]) => mountWith(driver.render, storage, probes);

  describe(title, { tags: [ids.way] }, () => {
    useCleanPage();

    describe('one property', () => {
      test('shows its initial value, which is stored', { tags: [ids.value] }, () => {
        const page = mount(create(), showing('name'));
        expect(page.text()).toBe('nobody');
        expect(stored().name).toBe('nobody');
      });

      test('shows and stores what is set', { tags: [ids.setter, 'lib-set-value'] }, async () => {
        const page = mount(create(), {
          ...showing('count'),
          onClick: (access) => access.set('count', 5),
        });
        page.click();
        expect(stored().count).toBe(5);
        await settle();
        expect(page.text()).toBe('5');
      });

      test('counts every update of one handler, also by the updater of the first render', {
        tags: [ids.setter, 'defect-stale-updater'],
      }, async () => {
        const page = mount(create(), showing('count'));
        const { update } = page.access();
        for (const calls of [2, 1]) {
          for (let call = 0; call < calls; call++) update('count', (n) => n + 1);
          await settle();
        }
        expect([page.text(), stored().count]).toEqual(['3', 3]);
      });

      test('returns to its initial value when reset', {
        tags: [ids.resetter, 'lib-reset-initial'],
      }, async () => {
        const page = mount(create(), showing('count'));
        page.access().set('count', 5);
        await settle();
        page.access().reset('count');
        await settle();
        expect([page.text(), stored().count]).toEqual(['0', 0]);
      });

      test('is removed from the entry when reset without an initial value', {
        tags: [ids.resetter, 'lib-reset-undefined'],
      }, async () => {
        const page = mount(create(), showing('note'));
        page.access().set('note', 'milk');
        await settle();
        expect(page.text()).toBe('milk');
        page.access().reset('note');
        await settle();
        expect(page.text()).toBe('undefined');
        expect(stored()).not.toHaveProperty('note');
      });

      test('returns whether the entry contains it, and updates', {
        tags: [ids.checker, 'lib-exist-present'],
      }, async () => {
        const page = mount(create(), { show: (access) => String(access.contains('note')) });
        page.access().set('note', 'milk');
        await settle();
        page.access().reset('note');
        await settle();
        expect(page.history()).toEqual(['false', 'true', 'false']);
      });

      test('may be read in one render and not in another', {
        tags: ['defect-conditional-read'],
      }, async () => {
        const page = mount(create(), {
          show: (access) => (access.get('count') ? `${access.get('name')}` : 'none'),
        });
        page.access().set('count', 1);
        await settle();
        expect(page.text()).toBe('nobody');
        page.access().set('name', 'Ada');
        await settle();
        expect(page.text()).toBe('Ada');
        page.access().set('count', 0);
        await settle();
        expect(page.text()).toBe('none');
      });

      test('is fresh when it is read for the first time', async () => {
        const storage = create();
        const page = mount(storage, {
          show: (access) => (access.get('count') ? `${access.get('name')}` : 'none'),
        });
        storage.storageModule.setItem('name', 'Ada');
        await settle();
        storage.storageModule.setItem('count', 1);
        await settle();
        expect(page.history()).toEqual(['none', 'Ada']);
      });

      const cases = NAMES.flatMap((name) => [
        [name, 'required'] as const,
        [name, 'optional'] as const,
      ]);
      test.each(cases)(
        'may be called %s, and be %s',
        {
          tags: [ids.value, ids.setter, ids.resetter, ids.checker, 'defect-names-with-digits'],
        },
        async (name, kind) => {
          const initial = Object.fromEntries(NAMES.map((each) => [each, 'initial']));
          const options = {
            storageModuleKey: 'names',
            initial: kind === 'required' ? initial : {},
          };
          const page = mount(driver.createLocalStorage(options), {
            show: (access) => `${access.get(name)} ${access.contains(name)}`,
          });
          const first = kind === 'required' ? 'initial true' : 'undefined false';
          page.access().set(name, 'new');
          await settle();
          expect(Object.entries(stored('names'))).toContainEqual([name, 'new']);
          page.access().reset(name);
          await settle();
          expect(page.history()).toEqual([first, 'new true', first]);
          expect(stored('names')).toEqual(options.initial);
        },
      );
    });

    describe('the module', () => {
      test('is initialized as a whole, in every component', {
        tags: ['lib-hook-helper-initialize', 'lib-initialize-whole', 'defect-initialize-one'],
      }, async () => {
        const storage = create();
        const page = mount(storage, everything, showing('count'), showing('note'));
        const other = mount(storage, showing('name'));
        page.access().patch({ count: 7, name: 'Ada', note: 'milk' });
        await settle();
        expect([page.text(1), page.text(2), other.text()]).toEqual(['7', 'milk', 'Ada']);
        page.access().initialize();
        await settle();
        expect([page.text(1), page.text(2), other.text()]).toEqual(['0', 'undefined', 'nobody']);
        expect(page.text()).toBe('count 0, name nobody, list , note undefined false, size 3');
        expect(stored()).toEqual(OPTIONS.initial);
      });

      test('returns its size and whether it contains a property, and updates', {
        tags: ['lib-hook-helper-size', 'lib-hook-helper-contains'],
      }, async () => {
        const page = mount(create(), {
          show: (access) => `${access.size()} ${access.holds('note')}`,
        });
        page.access().set('note', 'milk');
        await settle();
        page.access().reset('note');
        await settle();
        expect(page.history()).toEqual(['3 false', '4 true', '3 false']);
      });

      test('takes several properties in one write and one notification', async () => {
        const setItem = vi.spyOn(Storage.prototype, 'setItem');
        const storage = create();
        const page = mount(storage, {
          show: (access) => `${access.get('count')} ${access.get('name')}`,
        });
        const listener = vi.fn();
        storeOf(storage).subscribe(listener);
        setItem.mockClear();
        page.access().patch({ count: 3, name: 'Ada' });
        await settle();
        expect(setItem).toHaveBeenCalledOnce();
        expect(listener).toHaveBeenCalledOnce();
        expect(page.history()).toEqual(['0 nobody', '3 Ada']);
      });
    });

    describe('components', { tags: ['lib-components-in-sync'] }, () => {
      test('of one root, and of another with the same definition, show the same', {
        tags: ['defect-second-component', 'lib-one-definition'],
      }, async () => {
        const page = mount(create(), showing('count'), showing('count'));
        const other = mount(create(), showing('count'));
        page.access(0).set('count', 5);
        await settle();
        expect([page.text(0), page.text(1), other.text()]).toEqual(['5', '5', '5']);
      });

      test('a thousand of them show a new value', async () => {
        const probe: Probe = {
          ...showing('count'),
          onClick: (access) => access.set('count', 8),
        };
        const page = mount(create(), ...Array.from({ length: 1000 }, () => probe));
        page.click(500);
        await settle();
        const texts = Array.from(page.container.children, (button) => button.textContent);
        expect(texts.filter((text) => text === '8')).toHaveLength(1000);
      });

      test('show what is written through the module itself', {
        tags: ['lib-one-definition'],
      }, async () => {
        const storage = create();
        const page = mount(storage, everything);
        storage.storageModule.setItem('count', 6);
        storage.storageModule.setItem('note', 'milk');
        await settle();
        expect(page.text()).toBe('count 6, name nobody, list , note milk true, size 4');
      });

      test('show initial values where the module itself was emptied', async () => {
        const storage = create();
        const page = mount(storage, showing('count'), { show: (access) => `${access.size()}` });
        page.access().set('count', 6);
        await settle();
        storage.storageModule.clear();
        await settle();
        expect([page.text(0), page.text(1)]).toEqual(['0', '0']);
      });

      test('show the stored value when they are mounted again', async () => {
        const storage = create();
        const first = mount(storage, showing('count'));
        first.access().set('count', 2);
        first.unmount();
        storage.storageModule.setItem('count', 3);
        const again = mount(storage, showing('count'));
        expect(again.history()).toEqual(['3']);
        again.access().set('count', 4);
        await settle();
        expect(again.text()).toBe('4');
      });

      test('lose nothing when they write and are unmounted in one tick, and others still write', {
        tags: ['defect-late-write', 'defect-first-component-gone'],
      }, async () => {
        const storage = create();
        const page = mount(storage, showing('count'));
        const other = mount(storage, showing('count'));
        page.access().set('count', 9);
        page.unmount();
        expect(stored().count).toBe(9);
        await settle();
        expect([stored().count, other.text()]).toEqual([9, '9']);
        other.access().set('count', 10);
        await settle();
        expect([stored().count, other.text()]).toEqual([10, '10']);
      });

      test('show nothing of another module', async () => {
        const storage = create();
        const other = driver.createLocalStorage({ ...OPTIONS, storageModuleKey: 'other' });
        const page = mount(storage, showing('count'));
        other.storageModule.setItem('count', 5);
        await settle();
        expect(page.history()).toEqual(['0']);
      });
    });

    describe('another tab', { tags: ['lib-components-in-sync'] }, () => {
      test('changes what is shown here', async () => {
        const page = mount(create(), everything);
        openOtherTab().setItem('visits', '{"count":4,"name":"Ada","list":[1,2],"note":"milk"}');
        await expect
          .poll(() => page.text())
          .toBe('count 4, name Ada, list 1,2, note milk true, size 4');
      });

      test('keeps what was written here, whichever property it writes', {
        tags: ['defect-other-tab'],
      }, async () => {
        const page = mount(create(), everything);
        page.access().set('name', 'Ada');
        const tab = openOtherTab();
        tab.setItem('visits', JSON.stringify({ ...stored(), count: 1 }));
        await expect.poll(() => page.text()).toContain('count 1, name Ada');
        page.access().set('list', [3]);
        expect(JSON.parse(tab.getItem('visits') as string)).toEqual({
          count: 1,
          name: 'Ada',
          list: [3],
        });
      });

      test('removes the entry: initial values are shown', async () => {
        const page = mount(create(), showing('count'));
        page.access().set('count', 4);
        await settle();
        openOtherTab().clear();
        await expect.poll(() => page.text()).toBe('0');
      });

      test('may have written while this page was in the back/forward cache', async () => {
        const page = mount(create(), showing('count'));
        localStorage.setItem('visits', '{"count":5,"name":"Ada","list":[]}');
        await settle();
        expect(page.text()).toBe('0');
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
        await settle();
        expect(page.text()).toBe('5');
      });
    });

    describe('a consent', () => {
      test('shows what is in memory, then what is stored, and keeps it when it is withdrawn', async () => {
        localStorage.setItem('visits', '{"count":3,"name":"Ada","list":[]}');
        const consent = createConsent();
        const page = mount(driver.createLocalStorage({ ...OPTIONS, consent }), everything);
        page.access().set('count', 5);
        await settle();
        expect(page.text()).toBe('count 5, name nobody, list , note undefined false, size 3');
        consent.allow();
        await settle();
        expect(page.text()).toBe('count 5, name Ada, list , note undefined false, size 3');
        consent.deny();
        page.access().set('count', 6);
        await settle();
        expect(page.text()).toBe('count 6, name Ada, list , note undefined false, size 3');
        expect(localStorage.length).toBe(0);
      });
    });

    describe('a value that expires', () => {
      test('is replaced by its initial value', async () => {
        vi.useFakeTimers({ toFake: ['Date', 'performance'] });
        cleanups.push(() => vi.useRealTimers());
        const expiry = expireAfter<Module>({ count: 1000, note: 2000 });
        const page = mount(driver.createLocalStorage({ ...OPTIONS, expiry }), everything);
        page.access().set('count', 5);
        page.access().set('note', 'milk');
        await settle();
        vi.advanceTimersByTime(1000);
        dispatchEvent(new Event('visibilitychange'));
        await settle();
        expect(page.text()).toBe('count 0, name nobody, list , note milk true, size 3');
        vi.advanceTimersByTime(1000);
        dispatchEvent(new Event('visibilitychange'));
        await settle();
        expect(page.text()).toBe('count 0, name nobody, list , note undefined false, size 2');
      });
    });

    describe('an initial value that is not stored', () => {
      test('is shown until something is set, and after a reset', async () => {
        const storage = driver.createLocalStorage({ ...OPTIONS, storeInitial: false });
        const page = mount(storage, everything);
        expect(page.text()).toBe('count 0, name nobody, list , note undefined false, size 0');
        page.access().update('count', (count) => count + 1);
        await settle();
        expect(page.text()).toBe('count 1, name nobody, list , note undefined false, size 1');
        expect(stored()).toEqual({ count: 1 });
        page.access().reset('count');
        await settle();
        expect(page.text()).toBe('count 0, name nobody, list , note undefined false, size 0');
      });
    });

    describe('the first render', () => {
      test('in a browser has the stored value already', () => {
        localStorage.setItem('visits', '{"count":3,"name":"Ada","list":[1],"note":"milk"}');
        const page = mount(create(), everything);
        expect(page.history()).toEqual(['count 3, name Ada, list 1, note milk true, size 4']);
      });

      const loadings: Loading[] = ['import', 'require'];
      test.each(loadings)('on a server shows initial values, loaded by %s', async (loading) => {
        const { html, version, files } = await commands.renderOnServer(
          driver.folder,
          loading,
          'bare',
        );
        expect(html).toContain('count 0, name nobody, list , note undefined false, size 3');
        expect(version).toBe(driver.version);
        const extension = loading === 'import' ? '.mjs' : '.cjs';
        expect(files.length).toBeGreaterThan(2);
        expect(
          files.filter(
            (file) =>
              !file.endsWith(`/dist/index${extension}`) &&
              !file.endsWith(`/dist/adapter${extension}`),
          ),
        ).toEqual([]);
      });

      test.each(FRAMES)(
        'of a hydration matches the server, then shows the stored values (%s)',
        async (frame) => {
          localStorage.setItem('visits', '{"count":3,"name":"Ada","list":[1],"note":"milk"}');
          const { html } = await commands.renderOnServer(driver.folder, 'import', frame);
          const container = createContainer(html);
          const button = container.querySelector('button');
          const probes = frame === 'fragment' ? [everything, everything] : [everything];
          const page = mountWith(driver.hydrate, create(), probes, { frame, container });
          await expect
            .poll(() => page.text(probes.length - 1))
            .toBe('count 3, name Ada, list 1, note milk true, size 4');
          expect(page.history(probes.length - 1)).toEqual([
            'count 0, name nobody, list , note undefined false, size 3',
            'count 3, name Ada, list 1, note milk true, size 4',
          ]);
          expect(container.querySelector('button')).toBe(button);
          page.access().set('count', 4);
          await settle();
          expect(page.text()).toContain('count 4');
        },
      );

      test('of a hydration without stored values stays as the server rendered it', async () => {
        const { html } = await commands.renderOnServer(driver.folder, 'import', 'bare');
        const container = createContainer(html);
        const page = mountWith(driver.hydrate, create(), [everything], {
          frame: 'bare',
          container,
        });
        await expect.poll(() => page.history().length).toBeGreaterThan(0);
        await settle();
        page.access().set('count', 4);
        await expect.poll(() => page.text()).toContain('count 4');
        expect(page.history()).toEqual([
          'count 0, name nobody, list , note undefined false, size 3',
          'count 4, name nobody, list , note undefined false, size 3',
        ]);
      });

      test('next to a hydration, before, during and after it, has the stored value', async () => {
        localStorage.setItem('visits', '{"count":3,"name":"Ada","list":[]}');
        const { html } = await commands.renderOnServer(driver.folder, 'import', 'bare');
        const container = createContainer(html);
        const storage = create();
        const before = mount(storage, showing('count'));
        const page = mountWith(driver.hydrate, storage, [everything], { frame: 'bare', container });
        const after = mount(storage, showing('count'));
        await expect.poll(() => page.text()).toContain('count 3');
        expect(page.history()[0]).toContain('count 0');
        const last = mount(storage, showing('count'));
        expect([before, after, last].map((each) => each.history())).toEqual([['3'], ['3'], ['3']]);
      });
    });
  });
}
