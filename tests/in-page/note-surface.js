export default () => {
  window.surface = () => [
    ...['setItem', 'removeItem', 'clear', 'getItem', 'key', 'length', 'constructor'].flatMap(
      (name) => Object.values(Object.getOwnPropertyDescriptor(Storage.prototype, name)),
    ),
    Object.getPrototypeOf(localStorage),
    Object.getPrototypeOf(sessionStorage),
    ...Reflect.ownKeys(Storage.prototype),
    localStorage,
    sessionStorage,
  ];
  window.isSame = (a, b) => a.length === b.length && a.every((value, i) => Object.is(value, b[i]));
};
