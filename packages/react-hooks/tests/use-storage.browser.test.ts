import {
  createLocalStorage,
  createSessionStorage,
  type StorageHelper,
  type StorageStates,
  type TuffetStorage,
  useStorage,
  useStorageHelper,
} from '@tuffet/react-hooks';
import React, { createElement as h } from 'react';
import { describe, expect, test, vi } from 'vitest';
import {
  createContainer,
  openOtherTab,
  settle,
  stored,
  useCleanPage,
} from '../../../tests/contract/adapter-contract.ts';
import manifest from '../package.json';
import { hydrateRoot } from './driver.ts';
import { open } from './page.ts';

type Settings = { a: number; b: number; list: number[]; note?: string };

const initial: Settings = { a: 0, b: 0, list: [1, 2] };
const create = (key = 'settings') =>
  createLocalStorage<Settings>({ storageModuleKey: key, initial: { a: 0, b: 0, list: [1, 2] } });

/** A component that hands out what `useStorage` gives it, and counts its renders. */
function spy(storage: TuffetStorage<Settings>, read: (states: StorageStates<Settings>) => unknown) {
  const seen: StorageStates<Settings>[] = [];
  function Spy() {
    const states = useStorage(storage);
    seen.push(states);
    return h('p', null, String(read(states)));
  }
  return { Spy, seen, latest: () => seen.at(-1) as StorageStates<Settings> };
}

useCleanPage();

describe('the result of useStorage', () => {
  test('has one bundle per property, and in it four members', {
    tags: ['lib-react-bundle', 'lib-react-setter', 'lib-react-resetter', 'lib-react-checker'],
  }, () => {
    const { Spy, latest } = spy(create(), ({ aState }) => aState.a);
    open(h(Spy));
    expect(Object.keys(latest())).toEqual(['aState', 'bState', 'listState']);
    expect(Object.keys(latest().aState)).toEqual(['a', 'setA', 'resetA', 'containsA']);
    expect(latest().noteState).toMatchObject({ note: undefined });
    expect('aState' in latest()).toBe(true);
    expect('a' in latest()).toBe(false);
  });

  test('survives JSON, spread, listing, logging and await', async () => {
    const seen: unknown[] = [];
    const storage = create();
    function Component() {
      const states = useStorage(storage);
      seen.push(JSON.parse(JSON.stringify(states)), { ...states }.aState.a, Object.keys(states));
      return h('p', null, `${Object.prototype.toString.call(states)} ${String(states)}`);
    }
    const { Spy, latest } = spy(storage, () => '');
    open(h(React.Fragment, null, h(Component), h(Spy)));
    expect(seen.slice(0, 3)).toEqual([
      { aState: { a: 0 }, bState: { b: 0 }, listState: { list: [1, 2] } },
      0,
      ['aState', 'bState', 'listState'],
    ]);
    // biome-ignore lint/suspicious/noConsole: that it can be printed is the point
    expect(() => console.log('a result of useStorage:', latest())).not.toThrow();
    expect(await latest()).toBe(latest());
    expect(Symbol.iterator in latest()).toBe(false);
  });

  test('gives setters that stay the same from render to render', {
    tags: ['lib-react-setter'],
  }, async () => {
    const { Spy, seen } = spy(create(), ({ aState }) => aState.a);
    const page = open(h(Spy));
    const { setA, resetA } = (seen[0] as StorageStates<Settings>).aState;
    setA(1);
    await settle();
    page.render(h(Spy));
    setA((latest) => latest + 1);
    await settle();
    expect(page.text()).toBe('2');
    expect(seen.length).toBeGreaterThan(2);
    for (const { aState } of seen) {
      expect(aState.setA).toBe(setA);
      expect(aState.resetA).toBe(resetA);
    }
  });

  test('gives setters of a hydration that stay the same afterwards', {
    tags: ['lib-react-setter'],
  }, async () => {
    localStorage.setItem('settings', '{"a":3,"b":0,"list":[]}');
    const { Spy, seen } = spy(create(), ({ aState }) => aState.a);
    const container = createContainer('<p>0</p>');
    const unmount = hydrateRoot(container, h(Spy));
    await expect.poll(() => container.textContent).toBe('3');
    unmount();
    expect(new Set(seen.map(({ aState }) => aState.setA)).size).toBe(1);
  });

  test('gives a checker that is a new function when its answer changes, and only then', {
    tags: ['lib-react-checker'],
  }, async () => {
    const storage = create();
    const { Spy, latest } = spy(storage, ({ noteState }) => noteState.note);
    open(h(Spy));
    const checkers: unknown[] = [];
    for (const note of ['milk', 'bread', undefined, 'milk']) {
      checkers.push(latest().noteState.containsNote);
      latest().noteState.setNote(note);
      await settle();
    }
    const [absent, milk, bread, removed] = checkers;
    expect(bread).toBe(milk);
    expect(new Set([absent, milk, removed, latest().noteState.containsNote]).size).toBe(4);
  });

  test('tells by its setters whether the value was taken', { tags: ['lib-react-setter'] }, () => {
    const { Spy, latest } = spy(create(), ({ aState }) => aState.a);
    open(h(Spy));
    expect(latest().aState.setA(1)).toBe(true);
    expect(latest().aState.containsA()).toBe(true);
    expect(latest().noteState.containsNote()).toBe(false);
    latest().noteState.setNote('milk');
    expect(latest().noteState.containsNote()).toBe(true);
  });

  test('keeps objects the same while others change, here or in another tab', async () => {
    const { Spy, seen, latest } = spy(
      create(),
      ({ aState, listState }) => aState.a + listState.list.length,
    );
    const page = open(h(Spy));
    const { list } = latest().listState;
    latest().aState.setA(1);
    await settle();
    const bundle = latest().listState;
    openOtherTab().setItem('settings', '{ "list": [ 1, 2 ], "b": 0, "a": 5 }');
    await expect.poll(() => page.text()).toBe('7');
    expect(latest().listState.list).toBe(list);
    expect(latest().listState).toBe(bundle);
    expect(seen.length).toBeGreaterThan(2);
  });

  test('stays the same object until the entry changes', async () => {
    const storage = create();
    const { Spy, seen } = spy(storage, ({ aState }) => aState.a);
    const page = open(h(Spy));
    page.render(h(Spy));
    storage.storageModule.setItem('a', 1);
    await settle();
    expect(seen).toHaveLength(3);
    expect(seen[1]).toBe(seen[0]);
    expect(seen[2]).not.toBe(seen[1]);
    // What a render was given stays as it was then.
    expect(seen.map(({ aState }) => aState.a)).toEqual([0, 0, 1]);
  });

  test('lists required properties also while the entry lacks them', async () => {
    const storage = create();
    const { Spy, latest } = spy(storage, ({ aState }) => aState.a);
    open(h(Spy));
    storage.storageModule.clear();
    await settle();
    expect(Object.keys(latest())).toEqual(['aState', 'bState', 'listState']);
    expect(latest().listState.list).toEqual([1, 2]);
  });

  test('never returns the initial values themselves, nor values that can be mutated', () => {
    const given = { a: 0, b: 0, list: [1, 2] };
    const storage = createLocalStorage<Settings>({ storageModuleKey: 'settings', initial: given });
    const { Spy, latest } = spy(storage, ({ listState }) => listState.list);
    open(h(Spy));
    expect(() => (latest().listState.list as number[]).push(3)).toThrow(TypeError);
    given.list.push(3);
    expect(latest().listState.list).toEqual([1, 2]);
  });
});

describe('a component', () => {
  test('renders only for the properties it has read', { tags: ['lib-react-way'] }, async () => {
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

  test('that its parent asks for more shows the latest of what it never read before', async () => {
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

  test('that renders sees what was written past the library, and tells the others', async () => {
    const { Spy } = spy(create(), ({ aState }) => aState.a);
    const [page, other] = [open(h(Spy)), open(h(Spy))];
    await settle();
    localStorage.setItem('settings', '{"a":6,"b":0,"list":[]}');
    page.render(h(Spy));
    expect(page.text()).toBe('6');
    await settle();
    expect(other.text()).toBe('6');
  });

  test('renders once for a value set twice, and not for the value it has', async () => {
    const { Spy, seen, latest } = spy(create(), ({ listState }) => listState.list);
    const page = open(h(Spy));
    latest().listState.setList([1, 2]);
    await settle();
    expect(seen).toHaveLength(1);
    latest().listState.setList([3]);
    await settle();
    expect([seen.length, page.text()]).toEqual([2, '3']);
  });

  test('may change to another module between renders', async () => {
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

  test('may write in a layout effect, and its parents and siblings show it', async () => {
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

  test('may write in an effect at mount', async () => {
    const storage = create();
    function Writer() {
      const { aState } = useStorage(storage);
      React.useEffect(() => void aState.setA((latest) => latest + 1), [aState.setA]);
      return h('i', null, aState.a);
    }
    const page = open(h(Writer));
    await expect.poll(() => page.text()).toBe('1');
  });

  test('inside memo follows, and is not drawn along by its parent', async () => {
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

  test('that its parent takes away for the same change hears nothing of it', async () => {
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

  test('may be given the result by its parent and read another property of it', async () => {
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

  test('never shows one value beside another of the same property', async () => {
    // Before React 18 every render is one piece, and so is a transition.
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
      await vi.waitUntil(() => renders > seen, { interval: 1 });
      seen = renders;
      storage.storageModule.setItem('a', a);
    }
    await expect.poll(() => page.text()).toBe('4'.repeat(40));
    expect(torn).toEqual([]);
  });

  test('reads from session storage through a session module', async () => {
    sessionStorage.setItem('session', '{"a":3}');
    const storage = createSessionStorage<{ a: number }>({
      storageModuleKey: 'session',
      initial: { a: 0 },
    });
    const Component = () => h('p', null, useStorage(storage).aState.a);
    const page = open(h(Component));
    storage.storageModule.setItem('a', 4);
    await settle();
    expect([page.text(), sessionStorage.getItem('session')]).toEqual(['4', '{"a":4}']);
    expect(localStorage.length).toBe(0);
  });
});

describe('the result of useStorageHelper', () => {
  test('offers size, contains, initialize and patch, and nothing that removes', {
    tags: ['lib-hook-helper-no-remove', 'lib-hook-helper-no-clear'],
  }, () => {
    const storage = create();
    let members: string[] = [];
    const Component = () => {
      members = Object.keys(useStorageHelper(storage)).sort();
      return null;
    };
    open(h(Component));
    expect(members).toEqual(['contains', 'initialize', 'patch', 'size']);
  });

  test('renders its component only when a property comes or goes', {
    tags: ['lib-hook-helper-contains', 'lib-hook-helper-size'],
  }, async () => {
    const storage = create();
    let renders = 0;
    const Component = () => {
      const helper = useStorageHelper(storage);
      renders++;
      return h('p', null, `${helper.size()} ${helper.contains('note')}`);
    };
    const page = open(h(Component));
    storage.storageModule.setItem('a', 1);
    await settle();
    expect([page.text(), renders]).toEqual(['3 false', 1]);
    storage.storageModule.setItem('note', 'milk');
    await settle();
    expect([page.text(), renders]).toEqual(['4 true', 2]);
  });

  test('stays the same object from render to render, until a property comes or goes', async () => {
    const storage = create();
    const seen: StorageHelper<Settings>[] = [];
    const Component = () => {
      seen.push(useStorageHelper(storage));
      return null;
    };
    const page = open(h(Component));
    storage.storageModule.setItem('a', 1);
    page.render(h(Component));
    storage.storageModule.setItem('note', 'milk');
    await settle();
    expect(seen).toHaveLength(3);
    const [first, second, third] = seen;
    expect(second).toBe(first);
    expect(third?.size).not.toBe(first?.size);
    expect(third?.contains).not.toBe(first?.contains);
    expect([third?.patch, third?.initialize]).toEqual([first?.patch, first?.initialize]);
  });
});

test('the package accepts every React from 16.8.0 as its peer', {
  tags: ['lib-react-minimum'],
}, () => {
  expect(manifest.peerDependencies).toEqual({ react: '>=16.8.0' });
  expect(Object.keys(manifest.dependencies).filter((name) => !name.startsWith('@tuffet/'))).toEqual(
    [],
  );
});

describe('known defects of storage hooks', () => {
  test('R1: a second component of a property shows what the first one set', {
    tags: ['lib-components-in-sync'],
  }, async () => {
    const storage = create();
    const [one, two] = [
      spy(storage, ({ aState }) => aState.a),
      spy(storage, ({ aState }) => aState.a),
    ];
    const page = open(h(React.Fragment, null, h(one.Spy), h(two.Spy)));
    one.latest().aState.setA(5);
    await settle();
    expect(page.text()).toBe('55');
  });

  test('R2: updaters get the latest value, not that of the render they came from', {
    tags: ['lib-react-setter'],
  }, async () => {
    const { Spy, seen } = spy(create(), ({ aState }) => aState.a);
    const page = open(h(Spy));
    const { setA } = (seen[0] as StorageStates<Settings>).aState;
    for (let call = 0; call < 5; call++) setA((latest) => latest + 1);
    await settle();
    for (let call = 0; call < 2; call++) setA((latest) => latest + 1);
    await settle();
    expect([page.text(), stored('settings')]).toEqual(['7', { ...initial, a: 7 }]);
  });

  test('R3: initialize reaches every component, not the one rendered last', {
    tags: ['lib-hook-helper-initialize'],
  }, async () => {
    const storage = create();
    const { Spy, latest } = spy(storage, ({ aState }) => aState.a);
    let initialize!: () => void;
    const Helper = () => {
      ({ initialize } = useStorageHelper(storage));
      return null;
    };
    const page = open(h('div', null, h(Spy), h(Spy), h(Helper)));
    const other = open(h(Spy));
    latest().aState.setA(7);
    await settle();
    initialize();
    await settle();
    expect([page.text(), other.text()]).toEqual(['00', '0']);
  });

  test('R4: properties may be read under conditions, in loops and outside of rendering', async () => {
    const storage = create();
    const { Spy, latest } = spy(storage, (states) => {
      const names = states.aState.a > 0 ? (['aState', 'bState', 'listState'] as const) : [];
      return names.map((name) => JSON.stringify(states[name])).join('');
    });
    const page = open(h(Spy));
    for (const a of [1, 0, 2]) {
      latest().aState.setA(a);
      await settle();
    }
    expect(page.text()).toBe('{"a":2}{"b":0}{"list":[1,2]}');
    expect(JSON.stringify(latest())).toContain('"aState":{"a":2}');
  });

  test('R5: a render parses nothing, and looks at storage once for all properties and components', async () => {
    const storage = create();
    const { Spy: One } = spy(storage, ({ aState }) => aState.a);
    const { Spy: All } = spy(storage, (s) => [
      s.aState.a,
      s.bState.b,
      s.listState.list,
      s.noteState.note,
    ]);
    const page = open(h('div', null, h(One), h(All)));
    await settle();
    const parse = vi.spyOn(JSON, 'parse');
    const getItem = vi.spyOn(Storage.prototype, 'getItem');
    page.render(h('div', null, h(One), h(All), h(One)));
    expect(getItem).toHaveBeenCalledOnce();
    expect(parse).not.toHaveBeenCalled();
  });

  test('R6: line1State has line1, setLine1, resetLine1 and containsLine1', {
    tags: ['lib-react-bundle'],
  }, async () => {
    const storage = createLocalStorage<{ line1: string; user_name: string; URL: string }>({
      storageModuleKey: 'names',
      initial: { line1: '', user_name: '', URL: '' },
    });
    const seen: unknown[] = [];
    const Component = () => {
      const { line1State, user_nameState, URLState } = useStorage(storage);
      seen.push(...[line1State, user_nameState, URLState].map((state) => Object.keys(state)));
      React.useEffect(() => {
        line1State.setLine1('x');
        user_nameState.setUser_name('y');
        URLState.setURL('z');
      }, [line1State, user_nameState, URLState]);
      return h('p', null, line1State.line1, user_nameState.user_name, URLState.URL);
    };
    const page = open(h(Component));
    await expect.poll(() => page.text()).toBe('xyz');
    expect(seen.slice(0, 3)).toEqual([
      ['line1', 'setLine1', 'resetLine1', 'containsLine1'],
      ['user_name', 'setUser_name', 'resetUser_name', 'containsUser_name'],
      ['URL', 'setURL', 'resetURL', 'containsURL'],
    ]);
  });
});
