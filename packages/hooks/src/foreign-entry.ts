/** If another library seems to have stored an entry, returns the name of the function to adopt it. */
export function findAdopter(text: string | null): string | undefined {
  const parsed: unknown = JSON.parse(text ?? '0');
  const entry = Object(parsed) as Record<string, unknown>;
  const names = Object.keys(entry).sort().join();
  if (typeof entry._persist === 'string') return 'fromReduxPersist';
  const isState = typeof entry.state === 'object' && typeof entry.version === 'number';
  return names === 'state,version' && isState ? 'fromZustand' : undefined;
}
