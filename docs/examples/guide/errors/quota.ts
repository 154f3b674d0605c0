import { createLocalStorage, useStorage } from '@tuffet/hooks';

const notes = createLocalStorage<{ text: string }>({
  storageModuleKey: 'notes',
  initial: { text: '' },
  onError: (error) => console.log(error.message),
});

const { text } = useStorage(notes);
const isWritten = text.set('x'.repeat(6_000_000));
console.log(isWritten, text.get().length);
