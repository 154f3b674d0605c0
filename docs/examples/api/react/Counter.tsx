import { useStorage } from '@tuffet/react-hooks';
import { clicks } from './clicks';

export function Counter() {
  const { count, setCount } = useStorage(clicks).countState;
  const addTwo = () => {
    setCount((previous) => previous + 1);
    setCount((previous) => previous + 1);
  };
  return (
    <>
      <p>{count}</p>
      <button type="button" onClick={addTwo}>
        Add two
      </button>
    </>
  );
}
