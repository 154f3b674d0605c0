import { createLocalFamily } from '@tuffet/hooks/family';
import { useStorage, useStorageHelper, useStorageValue } from '@tuffet/vue-hooks';
import { describe, expect, test, vi } from 'vitest';
import { computed, h, isProxy, reactive, ref, toRaw, watch } from 'vue';
import { settle, stored, useCleanPage } from '../../../tests/library/contract/mount.ts';
import { open } from './page.ts';

useCleanPage();

type Note = { title: string; tags: string[]; color?: string };

function createNotes() {
  const notes = createLocalFamily<Note>('notes', (id) => ({ initial: { title: id, tags: [] } }));
  const id = ref('a');
  return { id, note: () => notes.open(id.value) };
}

describe('useStorage with a function', () => {
  test('shows the module that it returns, and switches with it', async () => {
    const { id, note } = createNotes();
    const { refs, checkers } = useStorage(note);
    const renders = vi.fn(() => h('p', `${refs.title.value} ${checkers.containsColor()}`));
    const page = open({ setup: () => renders });
    expect(page.text()).toBe('a false');
    id.value = 'b';
    await settle();
    expect(page.text()).toBe('b false');
    note().set({ title: 'B', color: 'red' });
    await settle();
    expect([page.text(), renders.mock.calls.length]).toEqual(['B true', 3]);
  });

  test('is not notified by the module it showed before', async () => {
    const { id, note } = createNotes();
    const first = note();
    const { refs } = useStorage(note);
    const renders = vi.fn(() => h('p', refs.title.value));
    open({ setup: () => renders });
    id.value = 'b';
    await settle();
    first.set({ title: 'A' });
    await settle();
    expect(renders).toHaveBeenCalledTimes(2);
  });

  test('writes to the module that it returns, nested values included', () => {
    const { id, note } = createNotes();
    const { refs, resetters } = useStorage(note);
    refs.title.value = 'A';
    id.value = 'b';
    refs.title.value = 'B';
    refs.tags.value.push('new');
    expect(stored('notes[a]')).toEqual({ title: 'A', tags: [] });
    expect(stored('notes[b]')).toEqual({ title: 'B', tags: ['new'] });
    expect(resetters.resetTitle()).toBe(true);
    expect(note().get('title')).toBe('b');
  });

  test('has the same members as with a module', () => {
    const { note } = createNotes();
    const [followed, fixed] = [useStorage(note), useStorage(note())];
    for (const kind of ['refs', 'resetters', 'checkers'] as const) {
      expect(Object.keys(followed[kind])).toEqual(Object.keys(fixed[kind]));
    }
  });

  test('has no members that Vue or JSON would mistake for their own', () => {
    const { refs, resetters } = useStorage(createNotes().note);
    expect([isProxy(refs), toRaw(refs) === refs]).toEqual([false, true]);
    expect(reactive({ refs }).refs.title).toBe('a');
    expect(JSON.stringify(resetters)).toBe('{}');
  });

  test('can be watched', async () => {
    const { id, note } = createNotes();
    const seen: string[] = [];
    watch(useStorageValue(note, 'title'), (title) => seen.push(title), { flush: 'sync' });
    id.value = 'b';
    note().set({ title: 'B' });
    expect(seen).toEqual(['b', 'B']);
  });
});

test('useStorageHelper switches modules in a computed value', async () => {
  const { id, note } = createNotes();
  const helper = computed(() => useStorageHelper(note()));
  const page = open({ setup: () => () => h('p', `${helper.value.contains('color')}`) });
  id.value = 'b';
  note().set({ color: 'red' });
  await settle();
  expect(page.text()).toBe('true');
  id.value = 'a';
  await settle();
  expect(page.text()).toBe('false');
});
