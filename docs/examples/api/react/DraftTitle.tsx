import { createSessionStorage, useStorage } from '@tuffet/react-hooks';

const draft = createSessionStorage<{ title: string }>({
  storageModuleKey: 'draft',
  initial: { title: '' },
});

export function DraftTitle() {
  const { title, setTitle } = useStorage(draft).titleState;
  return (
    <label>
      Title{' '}
      <input value={title} onChange={(event) => setTitle(event.target.value)} />
    </label>
  );
}
