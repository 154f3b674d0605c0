import { createLocalStorage, useStorage, useStorageHelper } from '@tuffet/vue-hooks';
import { describe, expect, test, vi } from 'vitest';
import { type Component, computed, defineAsyncComponent, h, onMounted, Suspense, watch } from 'vue';
import { settle, stored, useCleanPage } from '../../../tests/library/contract/mount.ts';
import { open } from './page.ts';

type Module = { n: number; list: number[]; note?: string };

/** The server rendered initial values; this browser has stored others. */
function create() {
  localStorage.setItem('module', '{"n":3,"list":[1],"note":"milk"}');
  return createLocalStorage<Module>({ storageModuleKey: 'module', initial: { n: 0, list: [] } });
}

useCleanPage();

describe('during hydration, a component', { tags: ['lib-vue-way'] }, () => {
  test('can use refs, computed values and helpers created outside of components', async () => {
    const storage = create();
    const { refs, checkers } = useStorage(storage);
    const { size } = useStorageHelper(storage);
    const double = computed(() => refs.n.value * 2);
    const show = () => `${refs.n.value} ${double.value} ${checkers.containsNote()} ${size()}`;
    const page = open({ setup: () => () => h('p', show()) }, '<p>0 0 false 2</p>');
    expect(page.text()).toBe('0 0 false 2');
    await settle();
    expect(page.text()).toBe('3 6 true 3');
  });

  test('can watch its values, and is notified of the stored ones', async () => {
    const storage = create();
    const listener = vi.fn();
    const Watcher: Component = {
      setup() {
        const { refs } = useStorage(storage);
        const double = computed(() => refs.n.value * 2);
        watch(double, listener);
        return () => h('p', `${double.value}`);
      },
    };
    const page = open(Watcher, '<p>0</p>');
    await settle();
    expect(page.text()).toBe('6');
    expect(listener.mock.calls.map(([now, before]) => [now, before])).toEqual([[6, 0]]);
  });

  test('has the stored value when it is mounted', async () => {
    const storage = create();
    const seen: unknown[] = [];
    const Visitor: Component = {
      setup() {
        const { refs } = useStorage(storage);
        onMounted(() => {
          seen.push(refs.n.value, refs.list.value.length);
          refs.n.value++;
          refs.list.value.push(2);
        });
        return () => h('p', `${refs.n.value} ${refs.list.value}`);
      },
    };
    const page = open(Visitor, '<p>0 </p>');
    await settle();
    expect(seen).toEqual([3, 1]);
    expect(page.text()).toBe('4 1,2');
    expect(stored('module')).toMatchObject({ n: 4, list: [1, 2] });
    expect(storage.initial).toEqual({ n: 0, list: [] });
  });

  test('has computed values of the stored ones when it is mounted', async () => {
    const { refs } = useStorage(create());
    const seen: unknown[] = [];
    const Visitor: Component = {
      setup() {
        const double = computed(() => refs.n.value * 2);
        onMounted(() => seen.push(double.value));
        return () => h('p', `${double.value}`);
      },
    };
    const page = open(Visitor, '<p>0</p>');
    await settle();
    expect(seen).toEqual([6]);
    expect(page.text()).toBe('6');
  });

  test('renders twice for any number of properties and components', async () => {
    const { refs } = useStorage(create());
    const renders = vi.fn(() => h('i', `${refs.n.value}${refs.note.value ?? ''}`));
    const Part: Component = { setup: () => renders };
    const page = open(
      { setup: () => () => h('p', [h(Part), h(Part), h(Part)]) },
      '<p><i>0</i><i>0</i><i>0</i></p>',
    );
    await settle();
    expect(page.text()).toBe('3milk3milk3milk');
    expect(renders).toHaveBeenCalledTimes(6);
  });

  test('can be a function', async () => {
    const { refs } = useStorage(create());
    const page = open({ setup: () => () => h(() => h('p', `${refs.n.value}`)) }, '<p>0</p>');
    expect(page.text()).toBe('0');
    await settle();
    expect(page.text()).toBe('3');
  });

  test('can have an asynchronous setup inside Suspense', async () => {
    const storage = create();
    let finish!: () => void;
    const isFinished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const Late: Component = {
      async setup() {
        const { refs } = useStorage(storage);
        await isFinished;
        return () => h('p', `${refs.n.value}`);
      },
    };
    const page = open(
      { setup: () => () => h(Suspense, null, { default: () => h(Late) }) },
      '<p>0</p>',
    );
    await settle();
    expect(page.text()).toBe('0');
    finish();
    await expect.poll(() => page.text()).toBe('3');
    storage.storageModule.setItem('n', 4);
    await expect.poll(() => page.text()).toBe('4');
  });

  test('can hydrate later than the rest of the page', async () => {
    const storage = create();
    const { refs } = useStorage(storage);
    const Inner: Component = { setup: () => () => h('i', `${refs.n.value}`) };
    let load!: (component: Component) => void;
    const isLoaded = new Promise<Component>((resolve) => {
      load = resolve;
    });
    const Lazy = defineAsyncComponent(() => isLoaded);
    const page = open(
      { setup: () => () => h('p', [h('b', `${refs.n.value}`), h(Lazy)]) },
      '<p><b>0</b><i>0</i></p>',
    );
    const inner = page.container.querySelector('i');
    await expect.poll(() => page.text()).toBe('30');
    load(Inner);
    await expect.poll(() => page.text()).toBe('33');
    expect(page.container.querySelector('i')).toBe(inner);
  });
});
