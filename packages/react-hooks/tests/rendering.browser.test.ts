import {
  type StorageStates,
  type TuffetStorage,
  useStorage,
  useStorageHelper,
} from '@tuffet/react-hooks';
import React, { createElement as h } from 'react';
import { describe, expect, test } from 'vitest';
import { settle, useCleanPage } from '../../../tests/library/contract/mount.ts';
import { open } from './page.ts';
import { create, type Settings, spy } from './settings.ts';

useCleanPage();

describe('a component', () => {
  test('re-renders only for the properties it has read', { tags: ['lib-react-way'] }, async () => {
    const storage = create();
    const { Spy, seen, latest } = spy(storage, ({ aState }) => aState.a);
    const page = open(h(Spy));
    for (const b of [1, 2]) {
      storage.storageModule.setItem('b', b);
      await settle();
    }
    expect(seen).toHaveLength(1);
    page.render(h(Spy));
    storage.storageModule.setItem('b', 3);
    await settle();
    expect(seen).toHaveLength(2);
    latest().aState.setA(1);
    await settle();
    expect([seen.length, page.text()]).toEqual([3, '1']);
  });

  test('shows the latest value of a property that it reads for the first time', async () => {
    const storage = create();
    function Component({ isFull }: { isFull: boolean }) {
      const { aState, bState } = isFull ? useStorage(storage) : { ...useOnlyA() };
      return h('p', null, `${aState.a} ${bState?.b}`);
    }
    const useOnlyA = () => ({ aState: useStorage(storage).aState, bState: undefined });
    const page = open(h(Component, { isFull: false }));
    storage.storageModule.setItem('b', 1);
    await settle();
    page.render(h(Component, { isFull: true }));
    expect(page.text()).toBe('0 1');
  });

  test('that renders reads direct writes to storage, and notifies the others', async () => {
    const { Spy } = spy(create(), ({ aState }) => aState.a);
    const [page, other] = [open(h(Spy)), open(h(Spy))];
    await settle();
    localStorage.setItem('settings', '{"a":6,"b":0,"list":[]}');
    page.render(h(Spy));
    expect(page.text()).toBe('6');
    await settle();
    expect(other.text()).toBe('6');
  });

  test('re-renders for a new value, and not for an equal one', async () => {
    const { Spy, seen, latest } = spy(create(), ({ listState }) => listState.list);
    const page = open(h(Spy));
    latest().listState.setList([1, 2]);
    await settle();
    expect(seen).toHaveLength(1);
    latest().listState.setList([3]);
    await settle();
    expect([seen.length, page.text()]).toEqual([2, '3']);
  });

  test('can switch to another module between renders', async () => {
    const [one, two] = [create('one'), create('two')];
    two.storageModule.setItem('a', 2);
    function Component({ storage }: { storage: TuffetStorage<Settings> }) {
      const { size } = useStorageHelper(storage);
      return h('p', null, `${useStorage(storage).aState.a} ${size()}`);
    }
    const page = open(h(Component, { storage: one }));
    page.render(h(Component, { storage: two }));
    expect(page.text()).toBe('2 3');
    one.storageModule.setItem('a', 7);
    two.storageModule.setItem('a', 3);
    two.storageModule.setItem('note', 'milk');
    await settle();
    expect(page.text()).toBe('3 4');
    page.render(h(Component, { storage: one }));
    expect(page.text()).toBe('7 3');
  });

  test('can write in a layout effect, and its parents and siblings update', async () => {
    const storage = create();
    const { Spy } = spy(storage, ({ aState }) => aState.a);
    function Writer() {
      const { aState } = useStorage(storage);
      React.useLayoutEffect(() => void aState.setA(5), [aState.setA]);
      return h('i', null, aState.a);
    }
    function Parent() {
      return h('div', null, useStorage(storage).aState.a, h(Spy), h(Writer), h(Spy));
    }
    const page = open(h(Parent));
    await settle();
    expect(page.text()).toBe('5555');
  });

  test('can write in an effect on mount', async () => {
    const storage = create();
    function Writer() {
      const { aState } = useStorage(storage);
      React.useEffect(() => void aState.setA((latest) => latest + 1), [aState.setA]);
      return h('i', null, aState.a);
    }
    const page = open(h(Writer));
    await expect.poll(() => page.text()).toBe('1');
  });

  test('inside memo updates, and does not re-render with its parent', async () => {
    const storage = create();
    const { Spy, seen } = spy(storage, ({ aState }) => aState.a);
    const bundles: unknown[] = [];
    const Memo = React.memo(Spy);
    const Child = React.memo(({ state }: { state: StorageStates<Settings>['aState'] }) => {
      bundles.push(state);
      return h('i', null, state.a);
    });
    function Parent() {
      const { aState, bState } = useStorage(storage);
      return h('div', null, bState.b, h(Memo), h(Child, { state: aState }));
    }
    const page = open(h(Parent));
    storage.storageModule.setItem('b', 1);
    await settle();
    expect([page.text(), seen.length, bundles.length]).toEqual(['100', 1, 1]);
    storage.storageModule.setItem('a', 2);
    await settle();
    expect(page.text()).toBe('122');
  });

  test('that its parent unmounts for the same change does not render', async () => {
    const storage = create();
    const { Spy, seen } = spy(storage, ({ aState }) => aState.a);
    function Parent() {
      return useStorage(storage).aState.a === 1 ? h(Spy) : null;
    }
    const page = open(h(Parent));
    storage.storageModule.setItem('a', 1);
    await settle();
    expect(page.text()).toBe('1');
    storage.storageModule.setItem('a', 2);
    await settle();
    expect([page.text(), seen.length]).toEqual(['', 1]);
  });

  test('can read another property of a result that its parent passes', async () => {
    const storage = create();
    const Child = ({ states }: { states: StorageStates<Settings> }) =>
      h('i', null, states.bState.b);
    const Memo = React.memo(Child);
    function Parent() {
      return h(Memo, { states: useStorage(storage) });
    }
    const page = open(h(Parent));
    storage.storageModule.setItem('b', 4);
    await settle();
    expect(page.text()).toBe('4');
  });

  test('never shows two values of the same property (tearing)', async () => {
    // Before React 18, renders and transitions are synchronous.
    const startTransition = React.startTransition ?? ((run: () => void) => run());
    const storage = create();
    const torn: string[] = [];
    let renders = 0;
    const Slow = () => {
      const { a } = useStorage(storage).aState;
      const until = performance.now() + 2;
      while (performance.now() < until);
      renders += 1;
      return h('i', null, a);
    };
    let show!: (isShown: boolean) => void;
    function Parent() {
      const [isShown, setShown] = React.useState(false);
      show = setShown;
      const ref = React.useRef<HTMLDivElement>(null);
      React.useLayoutEffect(() => {
        const texts = new Set(Array.from(ref.current?.children ?? [], (node) => node.textContent));
        if (texts.size > 1) torn.push([...texts].join());
      });
      const children = isShown ? Array.from({ length: 40 }, (_, key) => h(Slow, { key })) : [];
      return h('div', { ref }, children);
    }
    const page = open(h(Parent));
    startTransition(() => show(true));
    let seen = 0;
    for (let a = 1; a < 5; a++) {
      await expect.poll(() => renders, { interval: 1 }).toBeGreaterThan(seen);
      seen = renders;
      storage.storageModule.setItem('a', a);
    }
    await expect.poll(() => page.text()).toBe('4'.repeat(40));
    expect(torn).toEqual([]);
  });
});
