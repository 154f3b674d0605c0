export default () => {
  const isLong = (times) => times.split(', ').some((time) => parseFloat(time) > 0);
  const found = [];
  for (const element of document.querySelectorAll('*')) {
    for (const part of ['', '::before', '::after', '::backdrop']) {
      const style = getComputedStyle(element, part);
      const isStep = style.animationTimingFunction.startsWith('step');
      if (
        isLong(style.transitionDuration) ||
        (isLong(style.animationDuration) && !isStep) ||
        style.scrollBehavior === 'smooth'
      ) {
        found.push(element.outerHTML.slice(0, 90) + part);
      }
    }
  }
  return found;
};
