export default (protect) => {
  const { setItem } = Storage.prototype;
  const options = { storageModuleKey: 'm', initial: { n: 1 }, protect };
  const [ours, theirs] = [tuffet, copy].map((all) => all.createLocalStorage(options));
  const isPatched = () => Storage.prototype.setItem !== setItem;
  const attempt = () => {
    try {
      localStorage.setItem('m', '{"n":"raw"}');
      return 'passes';
    } catch ({ code }) {
      return code;
    }
  };
  const seen = [attempt(), isPatched()];
  seen.push(copy.useStorage(theirs).n.set(2), tuffet.useStorage(ours).n.set(3));
  seen.push(localStorage.getItem('m'));
  theirs.helper.cancelProtect();
  seen.push(isPatched(), attempt());
  theirs.helper.protect();
  seen.push(attempt());
  ours.helper.cancelProtect();
  return [...seen, isPatched(), Object.getPrototypeOf(localStorage) === Storage.prototype];
};
