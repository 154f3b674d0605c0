const SVG = 'http://www.w3.org/2000/svg';

/** An element with some of its properties and its children. */
export function createElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** A decorative icon of 16 by 16 pixels. */
export function createIcon(path: string): Element {
  const icon = document.createElementNS(SVG, 'svg');
  const shape = document.createElementNS(SVG, 'path');
  icon.setAttribute('viewBox', '0 0 16 16');
  icon.ariaHidden = 'true';
  shape.setAttribute('d', path);
  icon.append(shape);
  return icon;
}
