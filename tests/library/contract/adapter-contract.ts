import { storeOf } from '@tuffet/hooks/adapter';
import { createConsent } from '@tuffet/hooks/consent';
import { expireAfter } from '@tuffet/hooks/expiry';
import { describe, expect, test, vi } from 'vitest';
import { everything, type Module, OPTIONS } from './components.ts';
import { describeFirstRender } from './first-render-contract.ts';
import { describeKeeping } from './keeping-contract.ts';
import {
  type Driver,
  onCleanup,
  type Setup,
  settle,
  setUp,
  showing,
  stored,
  useCleanPage,
} from './mount.ts';
import { describeProperty } from './property-contract.ts';
import { describeSync } from './sync-contract.ts';

/** Tests that every adapter passes. */
export function describeContract(title: string, driver: Driver): void {
  describe(title, { tags: [driver.ids.way] }, () => {
    useCleanPage();
    const setup = setUp(driver);
    describeProperty(setup);
    describeModule(setup);
    describeSync(setup);
    describeOptions(setup);
    describeKeeping(setup);
    describeFirstRender(setup);
  });
}

function describeModule({ create, mount }: Setup): void {
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
}

function describeOptions({ driver, mount }: Setup): void {
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
      onCleanup(() => vi.useRealTimers());
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
}
