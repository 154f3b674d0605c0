import { useStorage } from '@tuffet/react-hooks';
import { board } from './board';

export function TaskList() {
  const { tasks, setTasks } = useStorage(board).tasksState;

  const complete = (id: number) =>
    setTasks((current) => current.map((task) => (task.id === id ? { ...task, done: true } : task)));

  return (
    <ul>
      {tasks.map(({ id, title, done }) => (
        <li key={id}>
          {title}: {done ? 'done' : 'open'}{' '}
          <button type="button" onClick={() => complete(id)}>
            Complete
          </button>
        </li>
      ))}
    </ul>
  );
}
