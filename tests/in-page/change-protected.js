export default (protect) => {
  const options = { storageModuleKey: 'm', initial: { n: 1 }, protect };
  const storage = tuffet.createLocalStorage(options);
  const { n, extra } = tuffet.useStorage(storage);
  const { patch, initialize } = tuffet.useStorageHelper(storage);
  const { storageModule, helper } = storage;
  const steps = [
    () => n.set(2),
    () => n.set((previous) => previous + 1),
    () => patch({ n: 4, extra: 'x' }),
    () => n.reset(),
    () => extra.reset(),
    () => storageModule.setItem('n', 5),
    () => storageModule.removeItem('n'),
    () => initialize(),
    () => storageModule.clear(),
    () => helper.setModule({ n: 6 }),
    () => helper.clearModule(),
  ];
  return steps.map((step) => [step(), localStorage.getItem('m')]);
};
