import { createLocalStorage, useStorage } from '@tuffet/react-hooks';

const clicks = createLocalStorage<{ count: number }>({
  storageModuleKey: 'clicks',
  initial: { count: 0 },
});

export function Counter() {
  const { count, setCount } = useStorage(clicks).countState;
  const addTwo = () => {
    setCount((latest) => latest + 1);
    setCount((latest) => latest + 1);
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
