/** The same promise; if it fails and nobody listens, the page hears nothing of it. */
export function ignoreFailure<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
