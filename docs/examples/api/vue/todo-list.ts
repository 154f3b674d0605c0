import { createLocalStorage } from '@tuffet/vue-hooks';

type TodoList = { todos: { text: string; isDone: boolean }[] };
export const todoList = createLocalStorage<TodoList>({
  storageModuleKey: 'todo-list',
  initial: { todos: [{ text: 'Buy tea', isDone: false }] },
});
