import { createLocalStorage, useStorage, useStorageHelper } from '@tuffet/vue-hooks';
import { describe, expect, test, vi } from 'vitest';
import { computed, h, KeepAlive, nextTick, ref, vModelText, watch, withDirectives } from 'vue';
import { settle, useCleanPage } from '../../../tests/library/contract/mount.ts';
import { open } from './page.ts';
import { create, showing, stored } from './todo.ts';

useCleanPage();

describe('resetters and checkers', { tags: ['lib-vue-resetters', 'lib-vue-checkers'] }, () => {
  test('are listed, one per property', () => {
    const { resetters, checkers } = useStorage(create());
    expect(Object.keys(resetters)).toEqual(['resetN', 'resetName', 'resetList', 'resetTasks']);
    expect(Object.keys(checkers)).toEqual([
      'containsN',
      'containsName',
      'containsList',
      'containsTasks',
    ]);
    expect((resetters as unknown as Record<string, unknown>).then).toBeUndefined();
  });

  test('return whether they succeeded, and whether the property is stored', () => {
    const { refs, resetters, checkers } = useStorage(create());
    refs.note.value = 'milk';
    expect(checkers.containsNote()).toBe(true);
    expect(resetters.resetNote()).toBe(true);
    expect(checkers.containsNote()).toBe(false);
  });

  test('of a name with a capital update when the property is stored for the first time', async () => {
    const storage = createLocalStorage<{ URL?: string }>({
      storageModuleKey: 'names',
      initial: {},
    });
    const { checkers } = useStorage(storage);
    const page = open(showing(() => checkers.containsURL()));
    expect(page.text()).toBe('false');
    storage.storageModule.setItem('URL', 'new');
    await settle();
    expect(page.text()).toBe('true');
  });

  test('re-render a component only for the property it reads', async () => {
    const { refs, checkers } = useStorage(create());
    const renders = vi.fn(() => checkers.containsNote());
    const page = open(showing(renders));
    refs.n.value++;
    await settle();
    expect(renders).toHaveBeenCalledOnce();
    refs.note.value = 'milk';
    await settle();
    expect([page.text(), renders.mock.calls.length]).toEqual(['true', 2]);
  });
});

describe('the helper', () => {
  test('has size, contains, initialize and patch, and no method that removes', {
    tags: ['lib-hook-helper-no-remove', 'lib-hook-helper-no-clear'],
  }, () => {
    const members = Object.keys(useStorageHelper(create())).sort();
    expect(members).toEqual(['contains', 'initialize', 'patch', 'size']);
  });

  test('works outside of components, in computed values and watchers', {
    tags: [
      'lib-hook-helper-size',
      'lib-hook-helper-contains',
      'lib-hook-helper-initialize',
      'defect-refs-outside',
    ],
  }, async () => {
    const helper = useStorageHelper(create());
    const summary = computed(() => `${helper.size()} ${helper.contains('note')}`);
    const listener = vi.fn();
    const end = watch(summary, listener);
    expect(summary.value).toBe('4 false');
    helper.patch({ n: 1, note: 'milk' });
    await nextTick();
    helper.initialize();
    await nextTick();
    expect(listener.mock.calls.map(([now]) => now)).toEqual(['5 true', '4 false']);
    end();
  });
});

describe('components', { tags: ['lib-components-in-sync'] }, () => {
  test('re-render only for the properties they have read', async () => {
    const { refs } = useStorage(create());
    const renders = vi.fn(() => refs.n.value);
    const page = open(showing(renders));
    refs.name.value = 'Ada';
    refs.list.value.push(4);
    await settle();
    expect(renders).toHaveBeenCalledOnce();
    refs.n.value++;
    refs.n.value++;
    await settle();
    expect([page.text(), renders.mock.calls.length]).toEqual(['2', 2]);
  });

  test('in KeepAlive show the stored value when they are activated', async () => {
    const storage = create();
    const name = ref('Shown');
    const Shown = {
      name: 'Shown',
      setup: () => {
        const { refs } = useStorage(storage);
        return () => h('i', `n ${refs.n.value}`);
      },
    };
    const Other = { name: 'Other', setup: () => () => h('i', 'other') };
    const page = open({
      setup: () => () =>
        h(KeepAlive, null, { default: () => h(name.value === 'Shown' ? Shown : Other) }),
    });
    name.value = 'Other';
    await settle();
    storage.storageModule.setItem('n', 5);
    await settle();
    expect(page.text()).toBe('other');
    name.value = 'Shown';
    await settle();
    expect(page.text()).toBe('n 5');
  });

  test('can bind a ref to an input', async () => {
    const { refs } = useStorage(create());
    const page = open({
      setup: () => () =>
        withDirectives(
          h('input', { 'onUpdate:modelValue': (text: string) => (refs.name.value = text) }),
          [[vModelText, refs.name.value]],
        ),
    });
    const input = page.container.querySelector('input') as HTMLInputElement;
    input.value = 'Ada';
    input.dispatchEvent(new Event('input'));
    expect(stored().name).toBe('Ada');
    refs.name.value = 'Grace';
    await settle();
    expect(input.value).toBe('Grace');
  });
});
