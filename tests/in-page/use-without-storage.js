export default (creator) => {
  const options = { storageModuleKey: 'm', initial: { n: 1 }, onError, protect: 'strict' };
  const storage = tuffet[creator](options);
  const { n, extra } = tuffet.useStorage(storage);
  const helper = tuffet.useStorageHelper(storage);
  n.subscribe((value) => heard.push(value));
  const seen = [n.get(), storage.helper.isPersistent()];
  seen.push(
    n.set(2),
    n.set((previous) => previous + 1),
    n.get(),
    heard,
  );
  seen.push(extra.set('x'), helper.size(), helper.initialize(), helper.size(), n.get());
  const again = tuffet.useStorage(tuffet[creator](options));
  n.set(4);
  return [...seen, again.n.get(), storage.storageModule.getItem('n')];
};
