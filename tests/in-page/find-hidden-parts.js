export default () => {
  const parts = document.querySelectorAll('main :is(h1, h2, h3, p, li, td, th, .line, a, time)');
  const isSeen = (part) => part.checkVisibility({ visibilityProperty: true });
  const isBehindTab = (part) => {
    const tab = part.closest('.code-group > .code')?.previousElementSibling;
    if (!tab || !isSeen(tab)) return false;
    tab.click();
    return isSeen(part);
  };
  return [...parts]
    .filter((part) => !isSeen(part) && !isBehindTab(part))
    .map((part) => part.textContent);
};
