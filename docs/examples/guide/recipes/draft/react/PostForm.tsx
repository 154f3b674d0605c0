import { useStorage, useStorageHelper } from '@tuffet/react-hooks';
import { draft } from './draft';

export function PostForm() {
  const { titleState, bodyState } = useStorage(draft);
  const { initialize } = useStorageHelper(draft);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        initialize(); // once your server has accepted the post
      }}
    >
      <label>
        Title{' '}
        <input
          value={titleState.title}
          onChange={(event) => titleState.setTitle(event.target.value)}
        />
      </label>
      <label>
        Body{' '}
        <textarea
          value={bodyState.body}
          onChange={(event) => bodyState.setBody(event.target.value)}
        />
      </label>
      <button type="submit">Publish</button>
    </form>
  );
}
