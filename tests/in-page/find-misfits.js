/**
 * Finds elements that are wider than the window, are cut off, or overlap their neighbors in the
 * header. Code, tables and tab lists have their own scrollbars.
 */
export default () => {
  const describe = (what, element) => `${what}: ${element.outerHTML.slice(0, 120)}`;
  const isChecked = (element) =>
    element.checkVisibility() && !element.closest('pre, .table, .code-group > label, .unseen, svg');
  const isOutside = (element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > 1 && (right > innerWidth + 1 || left < -1);
  };
  const isCut = (element) => {
    const { overflowX, clipPath } = getComputedStyle(element);
    const hides = ['hidden', 'clip'].includes(overflowX) && clipPath === 'none';
    return hides && element.scrollWidth > element.clientWidth + 1;
  };
  const root = document.documentElement;
  const elements = [...document.body.querySelectorAll('*')].filter(isChecked);
  const parts = [...document.querySelector('header').children].filter((e) => e.checkVisibility());
  const boxes = parts.map((element) => element.getBoundingClientRect());
  const isMirrored = getComputedStyle(root).direction === 'rtl';
  const isOver = (box, last) =>
    isMirrored ? box.right > last.left + 1 : box.left < last.right - 1;
  const found = {
    [`${root.scrollWidth} px wide`]: root.scrollWidth > innerWidth ? [root] : [],
    outside: elements.filter(isOutside),
    'cut off': elements.filter(isCut),
    'over its neighbor': parts.filter((_, i) => i > 0 && isOver(boxes[i], boxes[i - 1])),
    'over the header': parts.filter((e, i) => boxes[i].height > e.parentElement.clientHeight + 1),
  };
  return Object.entries(found).flatMap(([what, misfits]) =>
    misfits.map((element) => describe(what, element)),
  );
};
