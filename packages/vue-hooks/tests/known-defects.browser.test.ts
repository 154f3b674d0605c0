import { createLocalStorage, useStorage, useStorageHelper } from '@tuffet/vue-hooks';
import { describe, expect, test, vi } from 'vitest';
import { h } from 'vue';
import {
  openOtherTab,
  settle,
  stored as storedUnder,
  useCleanPage,
} from '../../../tests/library/contract/adapter-contract.ts';
import { open } from './page.ts';
import { create, fillStorage, initial, showing, stored } from './todo.ts';

useCleanPage();

describe('known defects of storage hooks', () => {
  test('V1: a property goes on being stored when the first component that used it is gone', async () => {
    const storage = create();
    const Counter = {
      setup: () => {
        const { refs } = useStorage(storage);
        return () => h('button', { onClick: () => refs.n.value++ }, refs.n.value);
      },
    };
    const [first, second] = [open(Counter), open(Counter)];
    first.container.querySelector('button')?.click();
    await settle();
    first.unmount();
    second.container.querySelector('button')?.click();
    await settle();
    expect([second.text(), stored().n]).toEqual(['2', 2]);
  });

  test('V2: a write is in storage in the same tick, and stays there when the app is unmounted', async () => {
    const { refs } = useStorage(create());
    const page = open(showing(() => refs.n.value));
    refs.n.value = 1;
    refs.tasks.value.push({ title: 'b', isDone: false });
    page.unmount();
    expect([stored().n, stored().tasks.length]).toEqual([1, 2]);
    await settle();
    expect(stored().n).toBe(1);
  });

  test('V3: refs made outside of any component work, and Vue has nothing to warn of', async () => {
    const { refs, resetters, checkers } = useStorage(create());
    const { size } = useStorageHelper(create());
    const page = open(showing(() => `${refs.n.value} ${checkers.containsNote()} ${size()}`));
    refs.n.value = 3;
    refs.note.value = 'milk';
    await settle();
    expect(page.text()).toBe('3 true 5');
    resetters.resetN();
    await settle();
    expect(page.text()).toBe('0 true 5');
  });

  test('V4: what another tab wrote is shown, and not overwritten by the next write of an object', async () => {
    const { refs } = useStorage(create());
    const page = open(showing(() => `${refs.n.value} ${refs.list.value}`));
    openOtherTab().setItem('todo', JSON.stringify({ ...initial(), n: 8 }));
    await expect.poll(() => page.text()).toBe('8 3,1,2');
    refs.list.value.push(4);
    expect([stored().n, stored().list]).toEqual([8, [3, 1, 2, 4]]);
  });

  test('V5: resetLine1, resetUser_name and resetURL reset, their checkers see', {
    tags: ['lib-vue-resetters', 'lib-vue-checkers'],
  }, () => {
    type Names = { line1: string; user_name: string; URL: string; Href?: string };
    const { refs, resetters, checkers } = useStorage(
      createLocalStorage<Names>({
        storageModuleKey: 'names',
        initial: { line1: 'i', user_name: 'i', URL: 'i' },
      }),
    );
    refs.line1.value = refs.user_name.value = refs.URL.value = refs.Href.value = 'new';
    const { containsLine1, containsUser_name, containsURL, containsHref } = checkers;
    expect([containsLine1(), containsUser_name(), containsURL(), containsHref()]).toEqual([
      true,
      true,
      true,
      true,
    ]);
    const { resetLine1, resetUser_name, resetURL, resetHref } = resetters;
    expect([resetLine1(), resetUser_name(), resetURL(), resetHref()]).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(storedUnder('names')).toEqual({ line1: 'i', user_name: 'i', URL: 'i' });
    expect(containsHref()).toBe(false);
  });

  test('V5: a name with a capital is known by its ref before anything is stored under it', async () => {
    const { refs, checkers } = useStorage(
      createLocalStorage<{ Href?: string }>({ storageModuleKey: 'names', initial: {} }),
    );
    const { Href } = refs;
    const page = open(showing(() => checkers.containsHref()));
    expect(page.text()).toBe('false');
    Href.value = 'new';
    await settle();
    expect(page.text()).toBe('true');
  });

  test('V5: a checker of a name with a capital updates when the property is stored for the first time', async () => {
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

  test('V6: a full storage is reported, not thrown later, and the ref shows what is stored', async () => {
    const setFull = fillStorage();
    const onError = vi.fn();
    const { refs } = useStorage(create(onError));
    const onRejection = vi.fn();
    addEventListener('unhandledrejection', onRejection);
    const page = open(showing(() => refs.n.value));
    setFull(true);
    refs.n.value = 5;
    await settle();
    removeEventListener('unhandledrejection', onRejection);
    expect(onError).toHaveBeenCalledOnce();
    expect(onRejection).not.toHaveBeenCalled();
    expect([refs.n.value, stored().n, page.text()]).toEqual([0, 0, '0']);
  });
});
