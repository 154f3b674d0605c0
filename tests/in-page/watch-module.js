export default (protect) => {
  window.natives = { ...Object.getOwnPropertyDescriptors(Storage.prototype) };
  window.errors = [];
  window.heard = [];
  window.storage = tuffet.createLocalStorage({
    storageModuleKey: 'm',
    initial: { n: 1 },
    protect,
    onError: ({ code, key, raw }) => errors.push({ code, key, raw }),
  });
  window.items = tuffet.useStorage(storage);
  items.n.subscribe((value) => heard.push(value));
};
