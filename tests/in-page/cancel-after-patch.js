export default () => {
  const { removeItem } = Storage.prototype;
  const options = { storageModuleKey: 'm', initial: { n: 1 }, protect: true };
  const { helper } = tuffet.createLocalStorage(options);
  const theirs = patchSetItem();
  const whileOn = attempt();
  helper.cancelProtect();
  return [
    whileOn,
    Storage.prototype.setItem === theirs,
    Storage.prototype.removeItem === removeItem,
    attempt(),
    heard,
  ];
};
