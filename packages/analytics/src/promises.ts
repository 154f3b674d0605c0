/** Returns the same promise. If it rejects without a handler, that is not reported as unhandled. */
export function ignoreRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
