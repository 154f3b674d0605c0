import {
  createLocalStorage,
  type StorageHelper,
  type StorageStates,
  useStorage,
  useStorageHelper,
} from '@tuffet/react-hooks';
import React, { createElement as h } from 'react';
import { describe, expect, test, vi } from 'vitest';
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

describe('the result of useStorage', () => {
  test('has one state per property, with four members', {
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

  test('supports JSON, spread, listing, logging and await', async () => {
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
    // biome-ignore lint/suspicious/noConsole: tests that it can be logged
    expect(() => console.log('a result of useStorage:', latest())).not.toThrow();
    expect(await latest()).toBe(latest());
    expect(Symbol.iterator in latest()).toBe(false);
  });

  test('has setters that stay the same from render to render', {
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

  test('has setters during hydration that stay the same afterwards', {
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

  test('has a checker that is a new function only when its result changes', {
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

  test('has setters that return true after storing, and checkers that return whether a property is stored', {
    tags: ['lib-react-setter'],
  }, () => {
    const { Spy, latest } = spy(create(), ({ aState }) => aState.a);
    open(h(Spy));
    expect(latest().aState.setA(1)).toBe(true);
    expect(latest().aState.containsA()).toBe(true);
    expect(latest().noteState.containsNote()).toBe(false);
    latest().noteState.setNote('milk');
    expect(latest().noteState.containsNote()).toBe(true);
  });

  test('returns the same objects while others change, here or in another tab', async () => {
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
    // The result of an earlier render doesn't change.
    expect(seen.map(({ aState }) => aState.a)).toEqual([0, 0, 1]);
  });

  test('lists required properties even if the entry lacks them', async () => {
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

describe('the result of useStorageHelper', () => {
  test('has size, contains, initialize and patch, and no method that removes', {
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

  test('re-renders its component only when a property is added or removed', {
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

  test('stays the same object from render to render, until a property is added or removed', async () => {
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

test('a render parses nothing and reads storage once for all properties and components', {
  tags: ['defect-parse-per-render'],
}, async () => {
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
