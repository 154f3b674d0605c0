import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Board = {
  filter: { status: 'open' | 'done'; labels: string[] };
  tasks: { id: number; title: string; isDone: boolean }[];
};
export const board = createLocalStorage<Board>({
  storageModuleKey: 'board',
  initial: { filter: { status: 'open', labels: [] }, tasks: [] },
});

// #region use
const { filter, tasks } = useStorage(board);

tasks.set((all) => [...all, { id: 1, title: 'Write docs', isDone: false }]);
tasks.set((all) => all.map((task) => (task.id === 1 ? { ...task, isDone: true } : task)));
filter.set((current) => ({ ...current, labels: ['docs'] }));
// #endregion use
