import { failWrites } from '@tuffet/hooks/testing';
import { describe, expect, test } from 'vitest';
import { commands } from 'vitest/browser';
import { everything, OPTIONS } from './components.ts';
import {
  createContainer,
  mountWith,
  onCleanup,
  openOtherTab,
  type Setup,
  settle,
  showing,
  stored,
} from './mount.ts';

/** Tests of values that can't be stored, and of stored values that are invalid. */
export function describeKeeping({ driver, mount }: Setup): void {
  const check = ({ count }: { count?: unknown }) => (Number(count) > 9 ? 'count' : undefined);

  const open = () => {
    const codes: string[] = [];
    const onError = ({ code }: { code: string }) => void codes.push(code);
    return { storage: driver.createLocalStorage({ ...OPTIONS, check, onError }), codes };
  };

  const fail = (reason: 'quota' | 'denied') => {
    const end = failWrites(reason);
    onCleanup(end);
    return end;
  };

  describe('while storage is denied', () => {
    test('components show changes, which are stored with the next write that succeeds', async () => {
      const { storage, codes } = open();
      const page = mount(storage, everything, showing('name'));
      const end = fail('denied');
      page.access().set('name', 'Ada');
      page.access().update('count', (count) => count + 1);
      page.access().update('count', (count) => count + 1);
      await settle();
      expect(page.text()).toBe('count 2, name Ada, list , note undefined false, size 3');
      expect([page.text(1), stored(), codes]).toEqual(['Ada', OPTIONS.initial, ['denied']]);
      expect(storage.helper.isPersistent()).toBe(false);
      end();
      page.access().set('note', 'milk');
      await settle();
      expect(page.text()).toBe('count 2, name Ada, list , note milk true, size 4');
      expect(stored()).toEqual({ count: 2, name: 'Ada', list: [], note: 'milk' });
      expect(storage.helper.isPersistent()).toBe(true);
    });

    test('a component that is mounted later shows the changes, too', async () => {
      const { storage } = open();
      const page = mount(storage, showing('name'));
      fail('denied');
      page.access().set('name', 'Ada');
      expect(mount(storage, showing('name')).text()).toBe('Ada');
      page.access().reset('name');
      await settle();
      expect(page.text()).toBe('nobody');
    });
  });

  test('a full storage changes nothing in components', async () => {
    const { storage, codes } = open();
    const page = mount(storage, showing('name'));
    fail('quota');
    page.access().set('name', 'Ada');
    await settle();
    expect([page.text(), stored().name, codes]).toEqual(['nobody', 'nobody', ['quota']]);
    expect(storage.helper.isPersistent()).toBe(true);
  });

  describe('a stored value that is invalid', () => {
    const entry = '{"count":10,"name":"Ada","list":[1]}';
    const shown = 'count 0, name Ada, list 1, note undefined false, size 2';

    test('is shown as its initial value, and stays stored until it is set', async () => {
      localStorage.setItem('visits', entry);
      const { storage, codes } = open();
      const page = mount(storage, everything);
      expect([page.text(), codes]).toEqual([shown, ['schema']]);
      page.access().set('name', 'Eve');
      await settle();
      expect(page.text()).toBe(shown.replace('Ada', 'Eve'));
      expect(stored()).toEqual({ count: 10, name: 'Eve', list: [1] });
      page.access().update('count', (count) => count + 1);
      await settle();
      expect([page.text(), stored().count]).toEqual([
        'count 1, name Eve, list 1, note undefined false, size 3',
        1,
      ]);
    });

    test('is replaced by the initial value when another tab stores it', async () => {
      const { storage } = open();
      const page = mount(storage, everything);
      page.access().set('count', 5);
      await settle();
      openOtherTab().setItem('visits', entry);
      await expect.poll(() => page.text()).toBe(shown);
      expect(localStorage.getItem('visits')).toBe(entry);
    });

    test('does not disturb hydration', async () => {
      localStorage.setItem('visits', entry);
      const { html } = await commands.renderOnServer(driver.folder, 'import', 'bare');
      const container = createContainer(html);
      const page = mountWith(driver.hydrate, open().storage, [everything], {
        frame: 'bare',
        container,
      });
      await expect.poll(() => page.text()).toBe(shown);
      expect(page.history()).toEqual([
        'count 0, name nobody, list , note undefined false, size 3',
        shown,
      ]);
    });
  });

  test('an entry that is not JSON is shown as initial values, also after hydration', async () => {
    localStorage.setItem('visits', 'broken');
    const { html } = await commands.renderOnServer(driver.folder, 'import', 'bare');
    const { storage, codes } = open();
    const page = mountWith(driver.hydrate, storage, [everything], {
      frame: 'bare',
      container: createContainer(html),
    });
    await settle();
    await expect.poll(() => page.text()).toContain('count 0, name nobody, list , note');
    expect([localStorage.getItem('visits'), codes]).toEqual(['broken', ['corrupt']]);
    page.access().set('count', 3);
    await expect.poll(() => page.text()).toContain('count 3, name nobody');
    expect(stored().count).toBe(3);
  });
}
