import type {
  DeepReadonly,
  SetAction,
  ValueChecker,
  ValueResetter,
  ValueSetter,
} from '@tuffet/shared';

type Todo = { text: string; tags: string[] };

const stored: DeepReadonly<Todo> = { text: 'Buy tea', tags: ['shop'] };
const added: DeepReadonly<Todo> = {
  ...stored,
  tags: [...stored.tags, 'today'],
};

const byValue: SetAction<number> = 2;
const byFunction: SetAction<number> = (previous) => previous + 1;

function stepper(
  set: ValueSetter<number>,
  reset: ValueResetter,
  contains: ValueChecker,
) {
  return {
    next: () => set((n) => n + 1),
    clear: () => !contains() || reset(),
  };
}
