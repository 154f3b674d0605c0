import type { ContentSelector } from '../../../../contracts/markup.gen';

/** The row of buttons of a code block. A copy button that the block has moves into a new one. */
export const toolsOf = (block: HTMLElement): HTMLElement =>
  block.querySelector<HTMLElement>(':scope > .code-tools' satisfies ContentSelector) ??
  createTools(block);

function createTools(block: HTMLElement): HTMLElement {
  const tools = document.createElement('div');
  tools.className = 'code-tools';
  block.append(tools);
  const copy = block.querySelector<HTMLElement>(':scope > .copy');
  if (copy) {
    const isFocused = copy === document.activeElement;
    tools.append(copy);
    // Moving it has removed the focus.
    isFocused && copy.focus({ preventScroll: true });
  }
  return tools;
}
