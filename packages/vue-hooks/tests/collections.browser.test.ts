import { richJson, withSerializer } from '@tuffet/hooks/serializer';
import { useStorage } from '@tuffet/vue-hooks';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computed, defineComponent, h, nextTick, reactive, watch } from 'vue';
import { openOtherTab, settle, useCleanPage } from '../../../tests/library/contract/mount.ts';
import { open } from './page.ts';
import { countWrites, fillStorage, showing } from './todo.ts';

type Task = { title: string; due?: Date; tags?: Set<string> };
type Shelf = {
  tags: Set<string>;
  counts: Map<string, number>;
  at: Date;
  tasks: Map<string, Task>;
  deep: { groups: Set<Task>[]; at: Date };
};

const initial = (): Shelf => ({
  tags: new Set(['a']),
  counts: new Map([['a', 1]]),
  at: new Date(0),
  tasks: new Map([['x', { title: 'x', due: new Date(0), tags: new Set(['a']) }]]),
  deep: { groups: [new Set([{ title: 'g' }])], at: new Date(0) },
});

const create = (onError: () => void = () => {}) =>
  withSerializer(richJson).createLocalStorage<Shelf>({
    storageModuleKey: 'shelf',
    initial: initial(),
    onError,
  });

/** Parses the stored entry as a new page does. */
const stored = () => richJson.parse(localStorage.getItem('shelf') as string) as Shelf;

type Refs = ReturnType<typeof useStorage<Shelf>>['refs'];

const valuesOf = ({ tags, counts, at, tasks, deep }: Refs): Shelf => ({
  tags: tags.value,
  counts: counts.value,
  at: at.value,
  tasks: tasks.value,
  deep: deep.value,
});

useCleanPage();

describe('writes to collections', { tags: ['lib-vue-refs'] }, () => {
  const first = <T>(set: Set<T> | undefined) => [...(set ?? [])][0] as T;
  const writes: [string, (refs: Refs) => void, (expected: Shelf) => void][] = [
    ['add', ({ tags }) => tags.value.add('b'), ({ tags }) => tags.add('b')],
    ['delete of a Set', ({ tags }) => tags.value.delete('a'), ({ tags }) => tags.delete('a')],
    ['clear of a Set', ({ tags }) => tags.value.clear(), ({ tags }) => tags.clear()],
    ['set', ({ counts }) => counts.value.set('b', 2), ({ counts }) => counts.set('b', 2)],
    ['delete of a Map', ({ counts }) => counts.value.delete('a'), (all) => all.counts.delete('a')],
    ['clear of a Map', ({ counts }) => counts.value.clear(), ({ counts }) => counts.clear()],
    ['setTime', ({ at }) => at.value.setTime(5), ({ at }) => at.setTime(5)],
    [
      'setUTCFullYear',
      ({ at }) => at.value.setUTCFullYear(2030),
      (all) => all.at.setUTCFullYear(2030),
    ],
    [
      'a property of an object in a Map',
      ({ tasks }) => ((tasks.value.get('x') as Task).title = 'y'),
      ({ tasks }) => ((tasks.get('x') as Task).title = 'y'),
    ],
    [
      'a Date of an object in a Map',
      ({ tasks }) => tasks.value.get('x')?.due?.setTime(9),
      ({ tasks }) => tasks.get('x')?.due?.setTime(9),
    ],
    [
      'a Set of an object in a Map',
      ({ tasks }) => tasks.value.get('x')?.tags?.add('b'),
      ({ tasks }) => tasks.get('x')?.tags?.add('b'),
    ],
    [
      'an object in forEach',
      ({ tasks }) =>
        tasks.value.forEach((task) => {
          task.title = 'y';
          task.due = new Date(3);
        }),
      ({ tasks }) => tasks.set('x', { ...(tasks.get('x') as Task), title: 'y', due: new Date(3) }),
    ],
    [
      'an object from values',
      ({ tasks }) => {
        for (const task of tasks.value.values()) task.title = 'y';
      },
      ({ tasks }) => ((tasks.get('x') as Task).title = 'y'),
    ],
    [
      'an object from iteration',
      ({ tasks }) => {
        for (const [key, task] of tasks.value) task.title = `${key}!`;
      },
      ({ tasks }) => ((tasks.get('x') as Task).title = 'x!'),
    ],
    [
      'an object in a Set in an array in an object',
      ({ deep }) => (first(deep.value.groups[0]).title = 'h'),
      ({ deep }) => (first(deep.groups[0]).title = 'h'),
    ],
    [
      'a Date in an object',
      ({ deep }) => deep.value.at.setTime(7),
      (all) => all.deep.at.setTime(7),
    ],
    [
      'a new Date in an object',
      ({ deep }) => (deep.value.at = new Date(8)),
      (all) => all.deep.at.setTime(8),
    ],
    [
      'a new Set',
      ({ tags }) => (tags.value = new Set(['z'])),
      (all) => (all.tags = new Set(['z'])),
    ],
  ];

  test.each(writes)(
    'by %s are stored immediately, in one write, and rendered',
    async (_, write, change) => {
      const { reset, count } = countWrites();
      const { refs } = useStorage(create());
      const page = open(showing(() => richJson.stringify(valuesOf(refs))));
      const expected = initial();
      change(expected);
      reset();
      write(refs);
      expect([count(), stored()]).toEqual([1, expected]);
      await settle();
      expect(page.text()).toBe(richJson.stringify(expected));
    },
  );

  test('in any sequence have the same effect on ref, storage and a plain collection', () => {
    const key = fc.constantFrom('a', 'b', 'c');
    const step = fc.oneof(
      fc.record({ kind: fc.constant('set' as const), key, value: fc.nat(3) }),
      fc.record({ kind: fc.constant('delete' as const), key }),
      fc.record({ kind: fc.constant('clear' as const) }),
      fc.record({ kind: fc.constant('title' as const), key }),
    );
    type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
    const take = (tasks: Map<string, Task>, tags: Set<string>, at: Date, taken: Step) => {
      switch (taken.kind) {
        case 'set':
          tasks.set(taken.key, { title: `${taken.value}` });
          tags.add(taken.key);
          return at.setTime(taken.value);
        case 'delete':
          return expect(tasks.delete(taken.key)).toBe(tags.delete(taken.key));
        case 'clear':
          return [tasks.clear(), tags.clear()];
        default:
          return Object.assign(tasks.get(taken.key) ?? {}, { title: 'new' });
      }
    };
    const { refs } = useStorage(create());
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        refs.tasks.value = new Map();
        refs.tags.value = new Set();
        const [tasks, tags, at] = [new Map<string, Task>(), new Set<string>(), new Date(0)];
        refs.at.value = new Date(0);
        for (const each of steps) {
          take(tasks, tags, at, each);
          take(refs.tasks.value, refs.tags.value, refs.at.value, each);
          const { tasks: t, tags: s, at: d } = stored();
          expect([t, s, d]).toEqual([tasks, tags, at]);
        }
        expect([...refs.tasks.value.keys()]).toEqual([...tasks.keys()]);
        expect([...refs.tags.value]).toEqual([...tags]);
        expect([refs.tasks.value.size, refs.at.value.getTime()]).toEqual([
          tasks.size,
          at.getTime(),
        ]);
      }),
      { numRuns: 50 },
    );
  });

  test('that change nothing write nothing', () => {
    const { reset, count } = countWrites();
    const { refs } = useStorage(create());
    reset();
    refs.tags.value.add('a');
    refs.tags.value.delete('nothing');
    refs.counts.value.set('a', 1);
    refs.at.value.setTime(0);
    refs.tasks.value.forEach(() => {});
    expect(count()).toBe(0);
  });

  test('copy their arguments and never mutate the initial values', () => {
    const given = initial();
    const storage = withSerializer(richJson).createLocalStorage<Shelf>({
      storageModuleKey: 'shelf',
      initial: given,
    });
    const { refs, resetters } = useStorage(storage);
    const task: Task = { title: 'new', due: new Date(1) };
    refs.tasks.value.set('n', task);
    task.title = 'changed outside';
    task.due?.setTime(2);
    expect(refs.tasks.value.get('n')).toEqual({ title: 'new', due: new Date(1) });
    refs.at.value.setTime(4);
    refs.tags.value.clear();
    expect(given).toEqual(initial());
    resetters.resetTags();
    expect(refs.tags.value).toEqual(new Set(['a']));
  });

  test('can move nested values', () => {
    const { refs } = useStorage(create());
    const task = refs.tasks.value.get('x') as Task;
    refs.tasks.value.set('y', task);
    refs.tasks.value.delete('x');
    task.title = 'moved';
    expect(stored().tasks.get('y')?.title).toBe('moved');
    expect(refs.tasks.value.get('y')).toBe(task);
    refs.deep.value.groups.push(new Set([task]));
    expect(first(stored().deep.groups[1])).toEqual({ ...initial().tasks.get('x'), title: 'moved' });
  });

  test('that fail change neither ref nor storage', () => {
    const setFull = fillStorage();
    const { refs } = useStorage(create());
    setFull(true);
    refs.tags.value.add('b');
    refs.at.value.setTime(5);
    setFull(false);
    expect([refs.tags.value, refs.at.value]).toEqual([new Set(['a']), new Date(0)]);
    expect(() => refs.at.value.setTime(Number.NaN)).toThrow(
      expect.objectContaining({ code: 'unserializable' }),
    );
    expect([refs.at.value, stored().at]).toEqual([new Date(0), new Date(0)]);
  });

  test('of another tab replace the collection', async () => {
    const { refs } = useStorage(create());
    refs.tags.value.add('b');
    openOtherTab().setItem('shelf', richJson.stringify({ ...stored(), tags: new Set(['z']) }));
    await expect.poll(() => [...refs.tags.value]).toEqual(['z']);
    refs.tags.value.add('y');
    expect([...stored().tags]).toEqual(['z', 'y']);
  });
});

describe('collections in a ref', { tags: ['lib-vue-refs'] }, () => {
  test('are native Maps, Sets and Dates', () => {
    const { refs } = useStorage(create());
    const { tags, counts, at } = refs;
    expect(tags.value instanceof Set && counts.value instanceof Map).toBe(true);
    expect(at.value instanceof Date).toBe(true);
    expect([tags, counts, at].map(({ value }) => ({}).toString.call(value))).toEqual([
      '[object Set]',
      '[object Map]',
      '[object Date]',
    ]);
    at.value.setTime(1234);
    expect([new Date(at.value).getTime(), +at.value, at.value.toJSON()]).toEqual([
      1234,
      1234,
      '1970-01-01T00:00:01.234Z',
    ]);
    expect(new Set(tags.value)).toEqual(new Set(['a']));
    expect(structuredClone(counts.value)).toEqual(new Map([['a', 1]]));
    expect([tags.value.size, counts.value.size, tags.value.has('a')]).toEqual([1, 1, true]);
    expect([...counts.value.entries(), ...counts.value.keys(), ...tags.value.entries()]).toEqual([
      ['a', 1],
      'a',
      ['a', 'a'],
    ]);
    expect(tags.value).toBe(tags.value);
  });

  test('update templates, computed values and deep watchers', async () => {
    const { refs } = useStorage(create());
    const size = computed(() => refs.tags.value.size + refs.counts.value.size);
    const calls: string[] = [];
    const ends = [
      watch(refs.tags, () => calls.push('tags'), { deep: true }),
      watch(refs.tasks, () => calls.push('tasks'), { deep: true }),
      watch(
        () => refs.at.value.getTime(),
        (time) => calls.push(`at ${time}`),
      ),
    ];
    const page = open(showing(() => `${[...refs.tags.value]} ${refs.at.value.getTime()}`));
    refs.tags.value.add('b');
    refs.at.value.setTime(5);
    (refs.tasks.value.get('x') as Task).title = 'y';
    expect(size.value).toBe(3);
    await nextTick();
    expect(calls.sort()).toEqual(['at 5', 'tags', 'tasks']);
    expect(page.text()).toBe('a,b 5');
    for (const end of ends) end();
  });

  test('passed to a child keep it up to date', async () => {
    const { refs } = useStorage(create());
    const Child = defineComponent({
      props: { tags: { type: Set, required: true }, at: { type: Date, required: true } },
      setup: (props) => () => h('i', `${props.tags.size} ${props.at.getTime()}`),
    });
    const page = open({
      setup: () => () => h(Child, { tags: refs.tags.value, at: refs.deep.value.at }),
    });
    expect(page.text()).toBe('1 0');
    refs.tags.value.add('b');
    refs.deep.value.at.setTime(6);
    await settle();
    expect(page.text()).toBe('2 6');
  });

  test('inside reactive() are stored too', () => {
    const { refs } = useStorage(create());
    const form = reactive({ tags: refs.tags, held: refs.counts.value });
    form.tags.add('b');
    form.held.set('b', 2);
    expect([...form.tags]).toEqual(['a', 'b']);
    expect([stored().tags, stored().counts]).toEqual([
      new Set(['a', 'b']),
      new Map([
        ['a', 1],
        ['b', 2],
      ]),
    ]);
  });

  test('returned by other methods contain values whose writes are stored', () => {
    const { refs } = useStorage(create());
    const group = refs.deep.value.groups[0] as Set<Task> & {
      union(other: Set<Task>): Set<Task>;
    };
    for (const task of group.union(new Set())) task.title = 'united';
    expect([...(stored().deep.groups[0] ?? [])]).toEqual([{ title: 'united' }]);
  });

  test.runIf('getOrInsertComputed' in Map.prototype)(
    'store the result of getOrInsertComputed',
    () => {
      const { refs } = useStorage(create());
      const tasks = refs.tasks.value as Map<string, Task> & {
        getOrInsertComputed(key: string, make: (key: string) => Task): Task;
      };
      tasks.getOrInsertComputed('m', (key) => ({ title: key })).title += '!';
      expect(stored().tasks.get('m')).toEqual({ title: 'm!' });
    },
  );
});

test('instances of other classes keep their class', { tags: ['lib-vue-refs'] }, async () => {
  class Money {
    constructor(readonly amount: number) {}
    format() {
      return `${this.amount} €`;
    }
  }
  const serializer = {
    stringify: JSON.stringify,
    parse: (text: string) =>
      JSON.parse(text, (_, value) => (value?.amount ? new Money(value.amount) : value)),
  };
  const bill = withSerializer(serializer).createLocalStorage<{ parts: Money[] }>({
    storageModuleKey: 'bill',
    initial: { parts: [new Money(1)] },
  });
  const { parts } = useStorage(bill).refs;
  parts.value.push(new Money(2));
  await settle();
  expect(parts.value.map((part) => part.format())).toEqual(['1 €', '2 €']);
  expect(localStorage.getItem('bill')).toBe('{"parts":[{"amount":1},{"amount":2}]}');
});
