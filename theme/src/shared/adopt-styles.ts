const adopted = new Set<string>();

/** Puts the styles of a part (`import styles from './x.lazy.css'`) into effect, once. */
export function adoptStyles(styles: string): void {
  if (adopted.has(styles)) {
    return;
  }
  adopted.add(styles);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
}
