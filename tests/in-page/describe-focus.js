export default () => {
  const element = document.activeElement;
  if (element === null || element === document.body || element === document.documentElement) {
    return null;
  }
  const style = getComputedStyle(element);
  const box = element.getClientRects()[0];
  const header = document.querySelector('header').getBoundingClientRect();
  // Taller than the window minus the scroll padding, so it can't be completely visible.
  const isTall = box.height > innerHeight - header.bottom - 48;
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const middle = Math.min(Math.max(y, header.bottom + 2), innerHeight - 2);
  const points = isTall
    ? [[x, middle]]
    : [
        [x, y],
        [x, box.top + 1],
        [x, box.bottom - 1],
        [box.left + 1, y],
        [box.right - 1, y],
      ];
  // Not covered by an overlay, unless the overlay contains the focused element.
  const isUncovered = ([x, y]) => {
    const cover = document
      .elementFromPoint(x, y)
      ?.closest('header, [popover], [role=alert], .language-hint');
    return x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight && !hides(cover);
  };
  const hides = (cover) => cover && cover !== element && !cover.contains(element);
  let opacity = 1;
  for (let e = element; e; e = e.parentElement) opacity *= getComputedStyle(e).opacity;
  return {
    html: element.outerHTML.slice(0, 120),
    index: window.expectedStops?.indexOf(element) ?? -1,
    scrolls:
      element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight,
    isControl: element.matches('a[href], button, input'),
    hasRing: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
    isSeen: points.every(isUncovered) && opacity === 1,
  };
};
