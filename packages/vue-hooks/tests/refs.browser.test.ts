import { useStorage } from '@tuffet/vue-hooks';
import { describe, expect, test, vi } from 'vitest';
import {
  computed,
  defineComponent,
  h,
  isReactive,
  isReadonly,
  isRef,
  nextTick,
  reactive,
  toRaw,
  watch,
  watchEffect,
} from 'vue';
import { openOtherTab, settle, useCleanPage } from '../../../tests/library/contract/mount.ts';
import { open } from './page.ts';
import { create, showing, stored, type Task, type Todo } from './todo.ts';

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

  test('are not refs as a whole: they have none of the flags that Vue reads', async () => {
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

  test('store a value immediately, before anything renders', {
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

  test('as a whole can be returned from setup', async () => {
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

  test('update computed, watch and watchEffect', async () => {
    const { refs } = useStorage(create());
    const double = computed(() => refs.n.value * 2);
    const calls: unknown[] = [];
    const ends = [
      watch(refs.n, (now, before) => calls.push(['n', now, before])),
      watch(double, (now) => calls.push(['double', now])),
      watch([refs.n, refs.name], (now) => calls.push(['both', ...now])),
      watchEffect(() => calls.push(['effect', refs.name.value])),
    ];
    expect(double.value).toBe(0);
    refs.n.value = 2;
    expect(double.value).toBe(4);
    await nextTick();
    // Vue doesn't guarantee their order.
    expect(calls.sort()).toEqual([
      ['both', 2, ''],
      ['double', 4],
      ['effect', ''],
      ['n', 2, 0],
    ]);
    for (const end of ends) end();
  });

  test('notify synchronous watchers after the value is stored', () => {
    const { refs } = useStorage(create());
    const calls: unknown[] = [];
    const see = () =>
      calls.push([refs.n.value, stored().n, refs.list.value.length, stored().list.length]);
    const ends = [
      watch(refs.n, see, { flush: 'sync' }),
      watch(refs.list, see, { flush: 'sync', deep: true }),
    ];
    refs.n.value = 2;
    refs.list.value.push(4);
    expect(calls).toEqual([
      [2, 2, 3, 3],
      [2, 2, 4, 4],
    ]);
    for (const end of ends) end();
  });

  test('notify a plain watch of a new value, and a deep one also of nested changes', async () => {
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

  test('return the same object until it changes, even if another tab writes an equal one', async () => {
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
});
