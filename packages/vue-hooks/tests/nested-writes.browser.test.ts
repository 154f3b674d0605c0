import { richJson, withSerializer } from '@tuffet/hooks/serializer';
import { createLocalStorage, useStorage } from '@tuffet/vue-hooks';
import { describe, expect, test } from 'vitest';
import { defineComponent, h, type Ref, reactive, watch } from 'vue';
import { openOtherTab, settle, useCleanPage } from '../../../tests/library/contract/mount.ts';
import { open } from './page.ts';
import { countWrites, create, initial, showing, stored, type Task, type Todo } from './todo.ts';

useCleanPage();

describe('nested writes', { tags: ['lib-vue-refs'] }, () => {
  const writes: [string, (todo: Record<'list' | 'tasks', Ref>) => void, Partial<Todo>][] = [
    [
      'a property',
      ({ tasks }) => (tasks.value[0].title = 'b'),
      { tasks: [{ title: 'b', isDone: false }] },
    ],
    [
      'a new property',
      ({ tasks }) => (tasks.value[0].tags = ['x']),
      { tasks: [{ title: 'a', isDone: false, tags: ['x'] }] },
    ],
    ['delete', ({ tasks }) => delete tasks.value[0].isDone, { tasks: [{ title: 'a' } as Task] }],
    ['push', ({ list }) => list.value.push(4, 5), { list: [3, 1, 2, 4, 5] }],
    ['pop', ({ list }) => list.value.pop(), { list: [3, 1] }],
    ['splice', ({ list }) => list.value.splice(0, 2, 7, 8, 9), { list: [7, 8, 9, 2] }],
    ['sort', ({ list }) => list.value.sort(), { list: [1, 2, 3] }],
    ['reverse', ({ list }) => list.value.reverse(), { list: [2, 1, 3] }],
    ['an index', ({ list }) => (list.value[1] = 8), { list: [3, 8, 2] }],
    ['length', ({ list }) => (list.value.length = 1), { list: [3] }],
    [
      'forEach',
      ({ tasks }) =>
        tasks.value.forEach((task: Task) => {
          task.isDone = true;
        }),
      { tasks: [{ title: 'a', isDone: true }] },
    ],
  ];

  test.each(writes)('by %s are stored immediately, in one write', async (_, write, expected) => {
    const { reset, count } = countWrites();
    const { refs } = useStorage(create());
    const page = open(showing(() => JSON.stringify([refs.list.value, refs.tasks.value])));
    reset();
    write(refs as unknown as Record<'list' | 'tasks', Ref>);
    const all = { ...initial(), ...expected };
    expect([count(), stored()]).toEqual([1, all]);
    await settle();
    expect(page.text()).toBe(JSON.stringify([all.list, all.tasks]));
  });

  test('that change nothing write nothing', () => {
    const { reset, count } = countWrites();
    const { refs } = useStorage(create());
    reset();
    const [task] = refs.tasks.value;
    (task as Task).title = 'a';
    refs.list.value.map((n) => n + 1);
    expect(refs.list.value.slice().sort()).toEqual([1, 2, 3]);
    expect(refs.list.value.constructor).toBe(Array);
    expect(count()).toBe(0);
    expect(refs.list.value).toEqual([3, 1, 2]);
  });

  test('that fail write nothing, and earlier ones of the same call are stored', () => {
    const { refs } = useStorage(create());
    const list = refs.list.value;
    const other = JSON.stringify({ ...initial(), list: [9] });
    localStorage.setItem('todo', other);
    expect(Reflect.deleteProperty(list, 'length')).toBe(false);
    expect(localStorage.getItem('todo')).toBe(other);
    const { value } = refs.list;
    value.forEach(() => {
      value.push(10);
      Reflect.deleteProperty(value, 'length');
    });
    expect(stored().list).toEqual([9, 10]);
  });

  test('can be repeated on the same object', () => {
    const { refs } = useStorage(create());
    const tasks = refs.tasks.value;
    // Reads during every write.
    const end = watch(refs.tasks, () => {}, { deep: true, flush: 'sync' });
    tasks.push({ title: 'b', isDone: false });
    const task = tasks[1] as Task;
    tasks.reverse();
    task.isDone = true;
    expect(tasks.indexOf(task)).toBe(0);
    expect(tasks.includes(task)).toBe(true);
    expect(stored().tasks).toEqual([
      { title: 'b', isDone: true },
      { title: 'a', isDone: false },
    ]);
    expect(refs.tasks.value).toBe(tasks);
    end();
  });

  test.each([
    ['reads from it', (task: Task) => task.title, 'a', 'b'],
    ['lists it', (task: Task) => Object.keys(task).join(), 'title,isDone', 'title,isDone,tags'],
  ])('reach a child that was given only a part and %s', async (_, show, before, after) => {
    const { refs } = useStorage(create());
    const Child = defineComponent({
      props: { task: { type: Object, required: true } },
      setup: (props) => () => h('i', show(props.task as Task)),
    });
    const page = open({ setup: () => () => h(Child, { task: refs.tasks.value[0] as Task }) });
    expect(page.text()).toBe(before);
    Object.assign(refs.tasks.value[0] as Task, { title: 'b', tags: [] });
    await settle();
    expect(page.text()).toBe(after);
  });

  test('copy their arguments and never mutate the initial values', () => {
    const given = initial();
    const storage = createLocalStorage<Todo>({ storageModuleKey: 'todo', initial: given });
    const { refs } = useStorage(storage);
    const task: Task = { title: 'b', isDone: false };
    refs.tasks.value.push(task);
    task.title = 'changed outside';
    expect(refs.tasks.value[1]?.title).toBe('b');
    refs.tasks.value = [task];
    task.title = 'again';
    expect(refs.tasks.value[0]?.title).toBe('changed outside');
    expect(given).toEqual(initial());
    useStorage(storage).resetters.resetTasks();
    expect(refs.tasks.value).toEqual(initial().tasks);
  });

  test('accept reactive objects and nested values of other properties', () => {
    const { refs } = useStorage(create());
    const form = reactive({ title: 'b', isDone: true, tags: ['x'] });
    refs.tasks.value.push(form);
    refs.tasks.value.push(refs.tasks.value[0] as Task);
    refs.list.value = refs.tasks.value.map((task) => task.title.length);
    expect(stored().tasks).toEqual([...initial().tasks, form, ...initial().tasks]);
    expect(stored().list).toEqual([1, 1, 1]);
  });

  test('keep values that a custom serializer creates', () => {
    type Visit = { at: Date; seen: Map<string, number> };
    const storage = withSerializer(richJson).createLocalStorage<{ visits: Visit[] }>({
      storageModuleKey: 'visits',
      initial: { visits: [{ at: new Date(0), seen: new Map([['a', 1]]) }] },
    });
    const { refs } = useStorage(storage);
    refs.visits.value.push({ at: new Date(1), seen: new Map() });
    expect(refs.visits.value.map(({ at, seen }) => [at.getTime(), seen.size])).toEqual([
      [0, 1],
      [1, 0],
    ]);
    const again = storage.storageModule.getItem('visits');
    expect(again?.[1]?.at).toEqual(new Date(1));
  });

  test('start from the latest value that another tab wrote', async () => {
    const { refs } = useStorage(create());
    refs.list.value.push(4);
    openOtherTab().setItem('todo', JSON.stringify({ ...stored(), list: [10] }));
    await expect.poll(() => refs.list.value).toEqual([10]);
    refs.list.value.push(11);
    expect(stored().list).toEqual([10, 11]);
  });

  test('that cannot be stored throw and change neither ref nor storage', () => {
    const { refs } = useStorage(create());
    const tasks = refs.tasks.value as unknown[];
    expect(() => tasks.push(10n)).toThrow(expect.objectContaining({ code: 'unserializable' }));
    expect(refs.tasks.value).toEqual(initial().tasks);
    expect(stored()).toEqual(initial());
    refs.tasks.value.push({ title: 'b', isDone: true });
    expect(stored().tasks).toHaveLength(2);
  });
});
