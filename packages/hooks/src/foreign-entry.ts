/** If another library seems to have stored an entry, returns the name of the function to adopt it. */
export function findAdopter(text: string | null): string | undefined {
  let entry: Record<string, unknown>;
  try {
    entry = Object(JSON.parse(text ?? '0'));
  } catch {
    return undefined;
  }
  if (typeof entry._persist === 'string') return 'fromReduxPersist';
  const isState = typeof entry.state === 'object' && typeof entry.version === 'number';
  return isState && Object.keys(entry).length === 2 ? 'fromZustand' : undefined;
}
