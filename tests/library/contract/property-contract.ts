import { describe, expect, test } from 'vitest';
import { type Setup, settle, showing, stored } from './mount.ts';

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

/** Tests of a single property. */
export function describeProperty({ driver, create, mount }: Setup): void {
  const { ids } = driver;

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
}
