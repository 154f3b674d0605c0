export default (protect) => {
  const before = surface();
  const [a, b] = ['a', 'b'].map((storageModuleKey) => {
    const options = { storageModuleKey, initial: { n: 1 }, protect };
    return tuffet.createLocalStorage(options).helper;
  });
  const stillStops = () => {
    try {
      localStorage.setItem('b', '');
    } catch {
      return true;
    }
  };
  const steps = [isSame(before, surface())];
  a.cancelProtect();
  steps.push(isSame(before, surface()), stillStops());
  b.cancelProtect();
  return [...steps, isSame(before, surface())];
};
