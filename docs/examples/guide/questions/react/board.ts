import { createLocalStorage } from '@tuffet/react-hooks';

type Task = { id: number; title: string; done: boolean };

export const board = createLocalStorage<{ tasks: Task[] }>({
  storageModuleKey: 'board',
  initial: { tasks: [{ id: 1, title: 'Write tests', done: false }] },
});
