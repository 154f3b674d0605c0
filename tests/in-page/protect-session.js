export default () => {
  const options = { storageModuleKey: 'm', initial: { n: 1 }, protect: 'strict' };
  tuffet.createSessionStorage(options);
  localStorage.setItem('m', 'raw');
  localStorage.m = 'raw again';
  const attempts = [() => sessionStorage.setItem('m', ''), () => (sessionStorage.m = '')];
  const codes = attempts.map((attempt) => {
    try {
      attempt();
    } catch ({ code }) {
      return code;
    }
    return null;
  });
  return [...codes, sessionStorage.getItem('m'), localStorage.getItem('m')];
};
