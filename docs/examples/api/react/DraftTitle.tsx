import { useStorage } from '@tuffet/react-hooks';
import { draft } from './draft';

export function DraftTitle() {
  const { title, setTitle } = useStorage(draft).titleState;
  return (
    <label>
      Title{' '}
      <input value={title} onChange={(event) => setTitle(event.target.value)} />
    </label>
  );
}
