import { createLocalStorage, useStorage } from '@tuffet/vue-hooks';
import { useHydrated } from '@tuffet/vue-hooks/hydrated';
import { expect, test, vi } from 'vitest';
import { type Component, h, ref, watch } from 'vue';
import { settle, useCleanPage } from '../../../tests/library/contract/mount.ts';
import { open } from './page.ts';

useCleanPage();

function createPage() {
  localStorage.setItem('module', '{"n":3}');
  const storage = createLocalStorage<{ n: number }>({
    storageModuleKey: 'module',
    initial: { n: 0 },
  });
  const renders: string[] = [];
  const Value: Component = {
    setup() {
      const { refs } = useStorage(storage);
      const isHydrated = useHydrated();
      return () => {
        renders.push(`${refs.n.value} ${isHydrated.value}`);
        return h('p', renders.at(-1));
      };
    },
  };
  return { Value, renders };
}

test('during hydration it is false, and true together with the stored values', async () => {
  const { Value, renders } = createPage();
  const warn = vi.spyOn(console, 'warn');
  const error = vi.spyOn(console, 'error');
  const page = open(Value, '<p>0 false</p>');
  await settle();
  expect(page.text()).toBe('3 true');
  expect(renders).toEqual(['0 false', '3 true']);
  expect([warn.mock.calls, error.mock.calls]).toEqual([[], []]);
});

test('without hydration it is true in the first render', async () => {
  const { Value, renders } = createPage();
  open(Value);
  await settle();
  expect(renders).toEqual(['3 true']);
});

test('a component that is mounted after hydration starts with true', async () => {
  const { Value, renders } = createPage();
  const isShown = ref(false);
  const Late: Component = { setup: () => () => h('div', isShown.value ? [h(Value)] : 'nothing') };
  const page = open(Late, '<div>nothing</div>');
  await settle();
  isShown.value = true;
  await settle();
  expect(page.text()).toBe('3 true');
  expect(renders).toEqual(['3 true']);
});

test('it can be watched', async () => {
  const listener = vi.fn();
  const Watcher: Component = {
    setup() {
      const isHydrated = useHydrated();
      watch(isHydrated, (...values) => listener(...values.slice(0, 2)));
      return () => h('p', 'text');
    },
  };
  open(Watcher, '<p>text</p>');
  await settle();
  expect(listener.mock.calls).toEqual([[true, false]]);
});
