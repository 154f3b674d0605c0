export default () => {
  const parts = document.querySelectorAll('main :is(h1, h2, h3, p, li, td, th, .line, a, time)');
  const isSeen = (part) => part.checkVisibility({ visibilityProperty: true });
  const isBehindTab = (part) => {
    const tab = part.closest('.code-group > .code')?.previousElementSibling;
    if (!tab || !isSeen(tab)) return false;
    tab.click();
    return isSeen(part);
  };
  // On phones, headers are hidden: the first cell titles its row, the others repeat the column's name.
  const isRepeated = (part) => {
    if (!part.matches('th')) return false;
    const cells = part.closest('table').querySelectorAll(`td:nth-child(${part.cellIndex + 1})`);
    return (
      part.cellIndex === 0 ||
      [...cells].every(
        (cell) =>
          cell.dataset.column === part.textContent &&
          getComputedStyle(cell, '::before').content !== 'none',
      )
    );
  };
  return [...parts]
    .filter((part) => !isSeen(part) && !isBehindTab(part) && !isRepeated(part))
    .map((part) => part.textContent);
};
