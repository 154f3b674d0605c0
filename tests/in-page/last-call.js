export default (calls) => {
  // Two modules of one key: what either of them says counts for the key.
  const helpers = [0, 1].map(() => new tuffet.StorageModule('m', 'local', true).getHelper());
  const stops = (attempt) => {
    localStorage.getItem('m') ?? helpers[0].setModule({ n: 1 });
    const before = localStorage.getItem('m');
    try {
      attempt();
    } catch {}
    return localStorage.getItem('m') === before;
  };
  return calls.map((call, i) => {
    const helper = helpers[i % 2];
    if (call === 'cancel') helper.cancelProtect();
    else helper.protect(call === 'strict' ? call : undefined);
    const stopsMethods = stops(() => localStorage.setItem('m', `{"set":${i}}`));
    const stopsProperties = stops(() => (localStorage.m = `{"write":${i}}`));
    return stopsProperties ? 'strict' : stopsMethods ? 'default' : 'cancel';
  });
};
