import { type StorageStates, useStorage } from '@tuffet/react-hooks';
import React, { createElement as h } from 'react';
import { describe, expect, test } from 'vitest';
import {
  createContainer,
  openOtherTab,
  settle,
  useCleanPage,
} from '../../../tests/library/contract/mount.ts';
import { hydrateRoot } from './driver.ts';
import { open } from './page.ts';
import { create, type Settings, spy } from './settings.ts';

useCleanPage();

type States = StorageStates<Settings>;

const increment = ({ aState }: States) => aState.setA(aState.a + 1);

describe('a handler', () => {
  test('reads the current value of a property that its component does not show', async () => {
    const storage = create();
    const { Spy, latest, seen } = spy(storage, ({ bState }) => bState.b);
    open(h(Spy));
    await settle();
    storage.set({ a: 10 });
    await settle();
    expect(seen).toHaveLength(1);
    increment(latest());
    increment(latest());
    expect(storage.get('a')).toBe(12);
  });

  test('reads what another tab or script wrote a moment ago', async () => {
    const storage = create();
    const { Spy, latest } = spy(storage, ({ bState }) => bState.b);
    open(h(Spy));
    await settle();
    openOtherTab().setItem('settings', '{"a":10,"b":0,"list":[]}');
    increment(latest());
    expect(storage.get('a')).toBe(11);
  });

  test('that stays the same for all renders reads the current value, too', async () => {
    const storage = create();
    const { Spy, seen } = spy(storage, ({ bState }) => bState.b);
    open(h(Spy));
    await settle();
    storage.set({ a: 10, b: 1 });
    await settle();
    const [first] = seen as [States];
    expect([seen.length > 1, first.bState.b]).toEqual([true, 0]);
    increment(first);
    increment(first);
    expect(storage.get('a')).toBe(12);
  });

  test('reads what the component showed if it showed the property, as with React state', async () => {
    const storage = create();
    const { Spy, latest } = spy(storage, ({ aState }) => aState.a);
    const page = open(h(Spy));
    await settle();
    const shown = latest();
    storage.set({ a: 10 });
    expect(shown.aState.a).toBe(0);
    await settle();
    expect([page.text(), latest().aState.a]).toEqual(['10', 10]);
  });

  test('reads the stored value after hydration', async () => {
    localStorage.setItem('settings', '{"a":7,"b":2,"list":[]}');
    const { Spy, latest, seen } = spy(create(), ({ bState }) => bState.b);
    const container = createContainer('<p>0</p>');
    hydrateRoot(container, h(Spy));
    await expect.poll(() => container.textContent).toBe('2');
    expect(seen[0]?.bState.b).toBe(0);
    expect(latest().aState.a).toBe(7);
  });
});

test('an effect reads the current value of a property that no component shows', async () => {
  const storage = create();
  const values = new Set<number>();
  function Component() {
    const states = useStorage(storage);
    React.useEffect(() => void values.add(states.aState.a));
    return null;
  }
  const page = open(h(Component));
  await expect.poll(() => [...values]).toEqual([0]);
  storage.set({ a: 10 });
  page.render(h(Component));
  await expect.poll(() => [...values]).toEqual([0, 10]);
});

test('components that read a property of a result from their parent never show two values', async () => {
  const startTransition = React.startTransition ?? ((run: () => void) => run());
  const storage = create();
  const torn: string[] = [];
  let renders = 0;
  const Slow = ({ states }: { states: States }) => {
    const until = performance.now() + 2;
    while (performance.now() < until);
    renders += 1;
    return h('i', null, states.aState.a);
  };
  let show!: (isShown: boolean) => void;
  function List({ states }: { states: States }) {
    const [isShown, setShown] = React.useState(false);
    show = setShown;
    const ref = React.useRef<HTMLDivElement>(null);
    React.useLayoutEffect(() => {
      const texts = new Set(Array.from(ref.current?.children ?? [], (node) => node.textContent));
      if (texts.size > 1) torn.push([...texts].join());
    });
    const children = isShown
      ? Array.from({ length: 40 }, (_, key) => h(Slow, { key, states }))
      : [];
    return h('div', { ref }, children);
  }
  const page = open(h(() => h(List, { states: useStorage(storage) })));
  await settle();
  startTransition(() => show(true));
  for (let a = 1, seen = 0; a < 5; a++) {
    await expect.poll(() => renders, { interval: 1 }).toBeGreaterThan(seen);
    seen = renders;
    storage.storageModule.setItem('a', a);
  }
  await expect.poll(() => page.text()).toBe('4'.repeat(40));
  expect(torn).toEqual([]);
});
