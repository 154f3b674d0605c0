/** Returns position and style of all elements, except in the text, where scripts add buttons. */
export default () =>
  [...document.querySelectorAll('#_app *')]
    .filter((element) => element.checkVisibility() && !element.closest('[data-content] *'))
    .map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const { color, display, font, padding } = getComputedStyle(element);
      return `${element.tagName}.${element.className} ${[x, y, width, height].map(Math.round)} ${[color, display, font, padding]}`;
    });
