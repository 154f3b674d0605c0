import { richJson, withSerializer } from '@tuffet/hooks/serializer';
import {
  createLocalStorage,
  createSessionStorage,
  type TuffetError,
  useStorage,
  useStorageHelper,
} from '@tuffet/vue-hooks';
import { describe, expect, test, vi } from 'vitest';
import {
  type Component,
  computed,
  defineComponent,
  h,
  isReactive,
  isReadonly,
  isRef,
  KeepAlive,
  nextTick,
  type Ref,
  reactive,
  ref,
  toRaw,
  vModelText,
  watch,
  watchEffect,
  withDirectives,
} from 'vue';
import {
  openOtherTab,
  settle,
  stored as storedUnder,
  useCleanPage,
} from '../../../tests/contract/adapter-contract.ts';
import manifest from '../package.json';
import { open } from './page.ts';

type Task = { title: string; isDone: boolean; tags?: string[] };
type Todo = { n: number; name: string; list: number[]; tasks: Task[]; note?: string };

const initial = () => ({ n: 0, name: '', list: [3, 1, 2], tasks: [{ title: 'a', isDone: false }] });

function create(onError?: (error: TuffetError) => void) {
  return createLocalStorage<Todo>({
    storageModuleKey: 'todo',
    initial: initial(),
    ...(onError && { onError }),
  });
}

const stored = () => storedUnder('todo') as unknown as Todo;

const showing = (show: () => unknown): Component => ({ setup: () => () => h('p', String(show())) });

/** Counts what is written from now on; must come before the first module of the test. */
function countWrites() {
  const setItem = vi.spyOn(Storage.prototype, 'setItem');
  return { reset: () => setItem.mockClear(), count: () => setItem.mock.calls.length };
}

/** The browser refuses writes, as it does when storage is full. */
function fillStorage() {
  const { setItem } = Storage.prototype;
  let isFull = false;
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (isFull) throw new DOMException('full', 'QuotaExceededError');
    setItem.call(this, key, value);
  });
  return (now: boolean) => {
    isFull = now;
  };
}

useCleanPage();

describe('refs', () => {
  test('are refs, one per property', { tags: ['lib-vue-refs', 'lib-vue-way'] }, () => {
    const { refs } = useStorage(create());
    expect(isRef(refs.n) && isRef(refs.note)).toBe(true);
    expect(Object.keys(refs)).toEqual(['n', 'name', 'list', 'tasks']);
    expect('n' in refs && !('note' in refs)).toBe(true);
    expect(refs.n).toBe(useStorage(create()).refs.n);
    expect([refs.n.value, refs.note.value]).toEqual([0, undefined]);
  });

  test('are no refs themselves: they have none of the marks Vue looks for', async () => {
    const { refs } = useStorage(create());
    expect([isRef(refs), isReactive(refs), isReadonly(refs), toRaw(refs) === refs]).toEqual([
      false,
      false,
      false,
      true,
    ]);
    const answers = refs as unknown as Record<PropertyKey, unknown>;
    const marks = ['__v_isRef', '__v_skip', '__v_raw', '__v_isReactive', '__v_isReadonly'];
    expect(marks.map((mark) => answers[mark])).toEqual(marks.map(() => undefined));
    expect([answers[Symbol.iterator], answers[Symbol.toPrimitive]]).toEqual([undefined, undefined]);
    expect(await refs).toBe(refs);
  });

  test('store what is written at once, before anything renders', {
    tags: ['lib-set-value'],
  }, () => {
    const { refs } = useStorage(create());
    refs.n.value++;
    expect(stored().n).toBe(1);
    refs.note.value = 'milk';
    expect(stored().note).toBe('milk');
    refs.note.value = undefined;
    expect(stored()).not.toHaveProperty('note');
  });

  test('inside reactive() are unwrapped, one by one or all together', async () => {
    const { refs } = useStorage(create());
    const one = reactive({ n: refs.n, list: refs.list });
    const all = reactive(refs) as unknown as Todo;
    const page = open(showing(() => `${one.n} ${all.n} ${all.list}`));
    one.n = 2;
    all.list.push(9);
    await settle();
    expect(page.text()).toBe('2 2 3,1,2,9');
    all.n++;
    one.list = [5];
    await settle();
    expect(page.text()).toBe('3 3 5');
    expect([stored().n, stored().list]).toEqual([3, [5]]);
  });

  test('returned from setup are unwrapped for the template', async () => {
    const storage = create();
    const page = open(
      defineComponent({
        setup() {
          const { n, list, note } = useStorage(storage).refs;
          return { n, list, note };
        },
        render() {
          const onClick = () => {
            this.n++;
            this.list.push(this.n);
          };
          return h('button', { onClick }, `${this.n} ${this.list} ${this.note}`);
        },
      }),
    );
    page.container.querySelector('button')?.click();
    await settle();
    expect(page.text()).toBe('1 3,1,2,1 undefined');
    expect([stored().n, stored().list]).toEqual([1, [3, 1, 2, 1]]);
  });

  test('as a whole may be what setup returns', async () => {
    const storage = create();
    const page = open(
      defineComponent({
        setup: () => useStorage(storage).refs,
        render() {
          return h('p', `${this.n}`);
        },
      }),
    );
    storage.storageModule.setItem('n', 4);
    await settle();
    expect(page.text()).toBe('4');
  });

  test('feed computed, watch and watchEffect', async () => {
    const { refs } = useStorage(create());
    const double = computed(() => refs.n.value * 2);
    const heard: unknown[] = [];
    const ends = [
      watch(refs.n, (now, before) => heard.push(['n', now, before])),
      watch(double, (now) => heard.push(['double', now])),
      watch([refs.n, refs.name], (now) => heard.push(['both', ...now])),
      watchEffect(() => heard.push(['effect', refs.name.value])),
    ];
    expect(double.value).toBe(0);
    refs.n.value = 2;
    expect(double.value).toBe(4);
    await nextTick();
    // Which of them Vue runs first is its own affair.
    expect(heard.sort()).toEqual([
      ['both', 2, ''],
      ['double', 4],
      ['effect', ''],
      ['n', 2, 0],
    ]);
    for (const end of ends) end();
  });

  test('feed synchronous watchers with what is stored already', () => {
    const { refs } = useStorage(create());
    const heard: unknown[] = [];
    const see = () =>
      heard.push([refs.n.value, stored().n, refs.list.value.length, stored().list.length]);
    const ends = [
      watch(refs.n, see, { flush: 'sync' }),
      watch(refs.list, see, { flush: 'sync', deep: true }),
    ];
    refs.n.value = 2;
    refs.list.value.push(4);
    expect(heard).toEqual([
      [2, 2, 3, 3],
      [2, 2, 4, 4],
    ]);
    for (const end of ends) end();
  });

  test('tell a plain watch of a new value, and a deep one of nested changes too', async () => {
    const { refs } = useStorage(create());
    const [plain, deep, nested] = [vi.fn(), vi.fn(), vi.fn()];
    const ends = [
      watch(refs.tasks, plain),
      watch(refs.tasks, deep, { deep: true }),
      watch(() => refs.tasks.value[0]?.title, nested),
    ];
    (refs.tasks.value[0] as Task).title = 'b';
    await nextTick();
    expect([plain, deep, nested].map((each) => each.mock.calls.length)).toEqual([0, 1, 1]);
    expect(nested).toHaveBeenCalledWith('b', 'a', expect.anything());
    refs.tasks.value = [];
    await nextTick();
    expect([plain, deep, nested].map((each) => each.mock.calls.length)).toEqual([1, 2, 2]);
    for (const end of ends) end();
  });

  test('keep an object the same until it changes, also when another tab writes it again', async () => {
    const { refs } = useStorage(create());
    const { list, tasks } = { list: refs.list.value, tasks: refs.tasks.value };
    refs.n.value = 1;
    openOtherTab().setItem(
      'todo',
      '{"tasks": [{"title":"a","isDone":false}], "n": 5, "list":[3,1,2]}',
    );
    await expect.poll(() => refs.n.value).toBe(5);
    expect(refs.list.value).toBe(list);
    expect(refs.tasks.value).toBe(tasks);
  });

  test('read from session storage through a session module', () => {
    sessionStorage.setItem('session', '{"a":3}');
    const storage = createSessionStorage<{ a: number }>({
      storageModuleKey: 'session',
      initial: { a: 0 },
    });
    const { refs } = useStorage(storage);
    refs.a.value++;
    expect([refs.a.value, sessionStorage.getItem('session')]).toEqual([4, '{"a":4}']);
    expect(localStorage.length).toBe(0);
  });
});

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

  test.each(writes)('by %s are stored at once, in one write', async (_, write, expected) => {
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

  test('follow one another through the same object', () => {
    const { refs } = useStorage(create());
    const tasks = refs.tasks.value;
    // Reads in the middle of every write.
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

  test('copy what they are given, and never reach the initial values', () => {
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

  test('take reactive objects and parts of other properties', () => {
    const { refs } = useStorage(create());
    const form = reactive({ title: 'b', isDone: true, tags: ['x'] });
    refs.tasks.value.push(form);
    refs.tasks.value.push(refs.tasks.value[0] as Task);
    refs.list.value = refs.tasks.value.map((task) => task.title.length);
    expect(stored().tasks).toEqual([...initial().tasks, form, ...initial().tasks]);
    expect(stored().list).toEqual([1, 1, 1]);
  });

  test('leave alone the values that a custom serializer brings', () => {
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

  test('after another tab wrote begin from what it wrote', async () => {
    const { refs } = useStorage(create());
    refs.list.value.push(4);
    openOtherTab().setItem('todo', JSON.stringify({ ...stored(), list: [10] }));
    await expect.poll(() => refs.list.value).toEqual([10]);
    refs.list.value.push(11);
    expect(stored().list).toEqual([10, 11]);
  });

  test('that cannot be stored throw and leave ref and storage as they were', () => {
    const { refs } = useStorage(create());
    const tasks = refs.tasks.value as unknown[];
    expect(() => tasks.push(10n)).toThrow(expect.objectContaining({ code: 'unserializable' }));
    expect(refs.tasks.value).toEqual(initial().tasks);
    expect(stored()).toEqual(initial());
    refs.tasks.value.push({ title: 'b', isDone: true });
    expect(stored().tasks).toHaveLength(2);
  });
});

describe('resetters and checkers', { tags: ['lib-vue-resetters', 'lib-vue-checkers'] }, () => {
  test('are listed, one per property', () => {
    const { resetters, checkers } = useStorage(create());
    expect(Object.keys(resetters)).toEqual(['resetN', 'resetName', 'resetList', 'resetTasks']);
    expect(Object.keys(checkers)).toEqual([
      'containsN',
      'containsName',
      'containsList',
      'containsTasks',
    ]);
    expect((resetters as unknown as Record<string, unknown>).then).toBeUndefined();
  });

  test('tell whether they did, and whether it is there', () => {
    const { refs, resetters, checkers } = useStorage(create());
    refs.note.value = 'milk';
    expect(checkers.containsNote()).toBe(true);
    expect(resetters.resetNote()).toBe(true);
    expect(checkers.containsNote()).toBe(false);
  });

  test('render a component only for the property it asks for', async () => {
    const { refs, checkers } = useStorage(create());
    const renders = vi.fn(() => checkers.containsNote());
    const page = open(showing(renders));
    refs.n.value++;
    await settle();
    expect(renders).toHaveBeenCalledOnce();
    refs.note.value = 'milk';
    await settle();
    expect([page.text(), renders.mock.calls.length]).toEqual(['true', 2]);
  });
});

describe('the helper', () => {
  test('offers size, contains, initialize and patch, and nothing that removes', {
    tags: ['lib-hook-helper-no-remove', 'lib-hook-helper-no-clear'],
  }, () => {
    const members = Object.keys(useStorageHelper(create())).sort();
    expect(members).toEqual(['contains', 'initialize', 'patch', 'size']);
  });

  test('works outside of components, in computed values and watchers', {
    tags: ['lib-hook-helper-size', 'lib-hook-helper-contains', 'lib-hook-helper-initialize'],
  }, async () => {
    const helper = useStorageHelper(create());
    const summary = computed(() => `${helper.size()} ${helper.contains('note')}`);
    const heard = vi.fn();
    const end = watch(summary, heard);
    expect(summary.value).toBe('4 false');
    helper.patch({ n: 1, note: 'milk' });
    await nextTick();
    helper.initialize();
    await nextTick();
    expect(heard.mock.calls.map(([now]) => now)).toEqual(['5 true', '4 false']);
    end();
  });
});

describe('components', { tags: ['lib-components-in-sync'] }, () => {
  test('render only for the properties they have read', async () => {
    const { refs } = useStorage(create());
    const renders = vi.fn(() => refs.n.value);
    const page = open(showing(renders));
    refs.name.value = 'Ada';
    refs.list.value.push(4);
    await settle();
    expect(renders).toHaveBeenCalledOnce();
    refs.n.value++;
    refs.n.value++;
    await settle();
    expect([page.text(), renders.mock.calls.length]).toEqual(['2', 2]);
  });

  test('kept alive come back with the stored value', async () => {
    const storage = create();
    const name = ref('Shown');
    const Shown = {
      name: 'Shown',
      setup: () => {
        const { refs } = useStorage(storage);
        return () => h('i', `n ${refs.n.value}`);
      },
    };
    const Other = { name: 'Other', setup: () => () => h('i', 'other') };
    const page = open({
      setup: () => () =>
        h(KeepAlive, null, { default: () => h(name.value === 'Shown' ? Shown : Other) }),
    });
    name.value = 'Other';
    await settle();
    storage.storageModule.setItem('n', 5);
    await settle();
    expect(page.text()).toBe('other');
    name.value = 'Shown';
    await settle();
    expect(page.text()).toBe('n 5');
  });

  test('bound to an input write through it', async () => {
    const { refs } = useStorage(create());
    const page = open({
      setup: () => () =>
        withDirectives(
          h('input', { 'onUpdate:modelValue': (text: string) => (refs.name.value = text) }),
          [[vModelText, refs.name.value]],
        ),
    });
    const input = page.container.querySelector('input') as HTMLInputElement;
    input.value = 'Ada';
    input.dispatchEvent(new Event('input'));
    expect(stored().name).toBe('Ada');
    refs.name.value = 'Grace';
    await settle();
    expect(input.value).toBe('Grace');
  });
});

describe('a full storage', () => {
  test('refuses a value: ref, input and storage keep the old one', async () => {
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

  test('refuses a nested write: every part shows what is stored, and later writes count', async () => {
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

test('a full storage leaves nothing of a list that is gone', () => {
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

test('the package accepts every Vue from 3.1.0 as its peer', { tags: ['lib-vue-minimum'] }, () => {
  expect(manifest.peerDependencies).toEqual({ vue: '>=3.1.0' });
  expect(Object.keys(manifest.dependencies).filter((name) => !name.startsWith('@tuffet/'))).toEqual(
    [],
  );
});

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
