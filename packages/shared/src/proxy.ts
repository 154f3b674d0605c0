/** `new Proxy` with a separate result type, for objects whose members exist only through the handler. */
export function createProxy<T extends object = object, R = T>(
  target: T,
  handler: ProxyHandler<T>,
): R {
  if (typeof Proxy === 'undefined') {
    throw new Error("[tuffet] This browser doesn't support Proxy. Use a newer browser.");
  }
  return new Proxy(target, handler) as unknown as R;
}
