import { createSessionStorage, useStorage } from '@tuffet/hooks';

const draft = createSessionStorage<{ text: string }>({
  storageModuleKey: 'draft',
  initial: { text: '' },
});

const { text } = useStorage(draft);
let pending: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

function flush() {
  clearTimeout(timer);
  if (pending !== undefined) text.set(pending);
  pending = undefined;
}

/** Stores the latest value, 300 ms after the last call. */
export function saveDraft(value: string) {
  pending = value;
  clearTimeout(timer);
  timer = setTimeout(flush, 300);
}

// The page may be closed before the timer fires.
addEventListener('pagehide', flush);

text.subscribe((value) => console.log('stored:', value));
saveDraft('H');
saveDraft('He');
saveDraft('Hello');
dispatchEvent(new Event('pagehide'));
