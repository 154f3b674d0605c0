import { describe, expect, test } from 'vitest';
import { everything, OPTIONS, type Probe } from './components.ts';
import { openOtherTab, type Setup, settle, showing, stored } from './mount.ts';

/** Tests of several components and tabs. */
export function describeSync({ driver, create, mount }: Setup): void {
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
}
