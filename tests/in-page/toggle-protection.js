export default () => {
  const module = new tuffet.StorageModule('m', 'local');
  const attempt = (text) => {
    try {
      localStorage.setItem('m', text);
    } catch {}
    return localStorage.getItem('m');
  };
  const helper = module.getHelper();
  const seen = [attempt('{"n":1}')];
  helper.protect();
  seen.push(attempt('{"n":2}'));
  helper.cancelProtect();
  return [...seen, attempt('{"n":3}')];
};
