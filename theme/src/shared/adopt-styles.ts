const adopted = new Set<string>();

/**
 * Adds the styles of a lazy feature (`import styles from './x.lazy.css'`) once. Those of a layout
 * come first, so that features can override them as they do in its documents.
 */
export function adoptStyles(styles: string, { isFirst } = { isFirst: false }): void {
  if (adopted.has(styles)) {
    return;
  }
  adopted.add(styles);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  const sheets = document.adoptedStyleSheets;
  isFirst ? sheets.unshift(sheet) : sheets.push(sheet);
}
