/** Returns the promise stored under a key, or starts and stores one. Failures are not stored. */
export function cached<T>(
  cache: Map<string, Promise<unknown>>,
  key: string,
  load: () => Promise<T>,
): Promise<T> {
  const known = cache.get(key) as Promise<T> | undefined;
  if (known) {
    return known;
  }
  const loading = load();
  cache.set(key, loading);
  loading.catch(() => cache.delete(key));
  return loading;
}
