import { type TuffetStorage, useStorage, useStorageValue } from '@tuffet/vue-hooks';
import { describe, expect, test, vi } from 'vitest';
import { computed, h, isRef, nextTick, watch } from 'vue';
import { openOtherTab, settle, useCleanPage } from '../../../tests/library/contract/mount.ts';
import { open } from './page.ts';
import { create, showing, stored, type Todo } from './todo.ts';

useCleanPage();

describe('useStorageValue', { tags: ['lib-vue-way'] }, () => {
  test('returns a ref that shows and stores its property', async () => {
    const name = useStorageValue(create(), 'name');
    expect(isRef(name)).toBe(true);
    const page = open(showing(() => name.value));
    name.value = 'Ada';
    expect(stored().name).toBe('Ada');
    await settle();
    expect(page.text()).toBe('Ada');
  });

  test('returns the same ref for every caller, also in useStorage', () => {
    const storage = create();
    expect(useStorageValue(storage, 'n')).toBe(useStorageValue(storage, 'n'));
    expect(useStorageValue(storage, 'n')).toBe(useStorage(storage).refs.n);
  });

  test('stores nested changes', () => {
    const tasks = useStorageValue(create(), 'tasks');
    tasks.value.push({ title: 'b', isDone: true });
    expect(stored().tasks).toHaveLength(2);
  });

  test('removes an optional property that is set to undefined', () => {
    const note = useStorageValue(create(), 'note');
    note.value = 'milk';
    expect(stored().note).toBe('milk');
    note.value = undefined;
    expect(stored()).not.toHaveProperty('note');
  });

  test('updates computed values and watchers after a write elsewhere', async () => {
    const storage = create();
    const n = useStorageValue(storage, 'n');
    const double = computed(() => n.value * 2);
    const listener = vi.fn();
    const end = watch(double, listener);
    storage.storageModule.setItem('n', 2);
    await nextTick();
    expect([double.value, listener.mock.calls.length]).toEqual([4, 1]);
    openOtherTab().setItem('todo', JSON.stringify({ ...stored(), n: 5 }));
    await expect.poll(() => double.value).toBe(10);
    end();
  });

  test('re-renders a component only when its property changes', async () => {
    const storage = create();
    const n = useStorageValue(storage, 'n');
    const renders = vi.fn(() => n.value);
    const page = open(showing(renders));
    storage.storageModule.setItem('name', 'Ada');
    await settle();
    expect(renders).toHaveBeenCalledOnce();
    storage.storageModule.setItem('n', 3);
    await settle();
    expect(page.text()).toBe('3');
  });

  test('matches the HTML of the server during hydration, and then shows what is stored', async () => {
    localStorage.setItem('todo', '{"n":3,"name":"","list":[],"tasks":[]}');
    const storage = create();
    const Shown = {
      setup() {
        const n = useStorageValue(storage, 'n');
        return () => h('p', `${n.value}`);
      },
    };
    const page = open(Shown, '<p>0</p>');
    expect(page.text()).toBe('0');
    await settle();
    expect(page.text()).toBe('3');
  });

  test('throws for something that is not a module', () => {
    const use = () => useStorageValue(undefined as unknown as TuffetStorage<Todo>, 'n');
    expect(use).toThrow(/invalid-options.*not a module/);
  });
});
