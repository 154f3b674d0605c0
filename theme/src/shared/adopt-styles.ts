const adopted = new Set<string>();

/** Adds the styles of a lazy feature (`import styles from './x.lazy.css'`) once. */
export function adoptStyles(styles: string): void {
  if (adopted.has(styles)) {
    return;
  }
  adopted.add(styles);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
}
