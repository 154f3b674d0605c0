export default async (releases) => {
  const open = ({ stored, migrations: codes, ...options }, i) => {
    // The registry can't be reset here, so each module has its own key.
    const key = `m${i}_`;
    const versions = [1, 2, 3, 4];
    const keyOf = (version) => (version > 1 ? `${key}_v${version}` : key);
    const rename = (text) => text.replaceAll(key, 'settings');
    const reportOf = ({ code, message }) => ({ code, message: rename(message) });
    const migrations = {};
    for (const [to, code] of Object.entries(codes)) migrations[to] = Function(`return ${code}`)();
    localStorage.clear();
    for (const version in stored) localStorage.setItem(keyOf(version), stored[version]);
    const reports = [];
    const ended = { reports };
    try {
      const storage = tuffet.createLocalStorage({
        ...options,
        storageModuleKey: key,
        ...(Object.keys(migrations).length ? { migrations } : {}),
        onError: (error) => reports.push(reportOf(error)),
      });
      ended.shown = { ...options.initial, ...storage.helper.getModule() };
    } catch (error) {
      ended.thrown = reportOf(error);
    }
    const texts = versions.map((version) => [version, localStorage.getItem(keyOf(version))]);
    ended.after = Object.fromEntries(texts.filter(([, text]) => text !== null));
    return ended;
  };
  const outcomes = [];
  for (const [i, release] of JSON.parse(releases).entries()) {
    outcomes.push(open(release, i));
    // Modules that are created in one task share a list of keys.
    await null;
  }
  return JSON.stringify(outcomes);
};
