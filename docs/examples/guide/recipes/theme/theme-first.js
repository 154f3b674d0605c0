// #region use
try {
  const entry = JSON.parse(localStorage.getItem('appearance') ?? '{}');
  document.documentElement.dataset.theme = entry.theme ?? 'light';
} catch {
  // Storage is blocked or the entry is corrupted: use the default theme.
}
// #endregion use
console.log(document.documentElement.dataset.theme);
