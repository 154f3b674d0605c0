import { createLocalStorage, useStorage } from '@tuffet/vue-hooks';
import { describe, expect, test, vi } from 'vitest';
import { h, vModelText, withDirectives } from 'vue';
import { settle, useCleanPage } from '../../../tests/library/contract/mount.ts';
import { open } from './page.ts';
import { create, fillStorage, initial, showing, stored, type Task } from './todo.ts';

useCleanPage();

describe('a full storage', () => {
  test('rejects a value: ref, input and storage keep the old one', {
    tags: ['defect-full-storage'],
  }, async () => {
    const setFull = fillStorage();
    const onError = vi.fn();
    const { refs } = useStorage(create(onError));
    const page = open({
      setup: () => () =>
        withDirectives(
          h('input', { 'onUpdate:modelValue': (text: string) => (refs.name.value = text) }),
          [[vModelText, refs.name.value]],
        ),
    });
    const input = page.container.querySelector('input') as HTMLInputElement;
    setFull(true);
    input.value = 'Ada';
    input.dispatchEvent(new Event('input'));
    await settle();
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: 'quota' }));
    expect([refs.name.value, stored().name, input.value]).toEqual(['', '', '']);
  });

  test('rejects a nested write: everything shows the stored value, and later writes succeed', async () => {
    const setFull = fillStorage();
    const onError = vi.fn();
    const { refs } = useStorage(create(onError));
    const page = open(showing(() => refs.list.value));
    setFull(true);
    refs.list.value.push(4);
    (refs.tasks.value[0] as Task).title = 'b';
    expect([refs.list.value, refs.tasks.value]).toEqual([initial().list, initial().tasks]);
    expect(stored()).toEqual(initial());
    expect(onError).toHaveBeenCalledTimes(2);
    setFull(false);
    refs.list.value.push(5);
    await settle();
    expect([stored().list, page.text()]).toEqual([[3, 1, 2, 5], '3,1,2,5']);
  });
});

test('a full storage does not keep the draft of a removed list', () => {
  const setFull = fillStorage();
  const { refs } = useStorage(
    createLocalStorage<{ list?: number[] }>({
      storageModuleKey: 'optional',
      initial: {},
      onError: () => {},
    }),
  );
  refs.list.value = [1];
  const { value } = refs.list;
  localStorage.removeItem('optional');
  setFull(true);
  value?.push(2);
  expect(refs.list.value).toBeUndefined();
});
