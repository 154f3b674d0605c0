// #region use
try {
  const stored = localStorage.getItem('settings');
  const { dataset } = document.documentElement;
  if (stored) dataset.theme = JSON.parse(stored).theme;
} catch {
  // Denied or broken: the page keeps its default colours.
}
// #endregion use
console.log(document.documentElement.dataset.theme);
