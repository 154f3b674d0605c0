import { createLocalStorage, useStorage } from '@tuffet/react-hooks';

type Greeting = { name: string };
const greeting = createLocalStorage<Greeting>({
  storageModuleKey: 'greeting',
  initial: { name: 'Ada' },
});

export function Greeting() {
  const { name, setName } = useStorage(greeting).nameState;
  return (
    <>
      <input value={name} onChange={(event) => setName(event.target.value)} aria-label="Name" />
      <p>Hello, {name}!</p>
    </>
  );
}
