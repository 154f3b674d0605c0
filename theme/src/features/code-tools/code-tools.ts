import { adoptStyles } from '../../shared/adopt-styles';
import styles from './code-tools.lazy.css';

const CLASS = 'code-tools';

/** The row of buttons of a code block. The copy button goes there too, as soon as there is one. */
export function toolsOf(block: HTMLElement): HTMLElement {
  adoptStyles(styles);
  return block.querySelector<HTMLElement>(`:scope > .${CLASS}`) ?? createTools(block);
}

function createTools(block: HTMLElement): HTMLElement {
  const tools = document.createElement('div');
  tools.className = CLASS;
  block.append(tools);
  const observer = new MutationObserver(takeCopyButton);
  function takeCopyButton(): void {
    const copy = block.querySelector<HTMLElement>(':scope > .copy');
    if (copy) {
      observer.disconnect();
      moveInto(tools, copy);
    }
  }
  observer.observe(block, { childList: true });
  takeCopyButton();
  return tools;
}

/** Before the button that runs the code, which stays where it is. A move takes the focus away. */
function moveInto(tools: HTMLElement, copy: HTMLElement): void {
  const isFocused = copy === document.activeElement;
  tools.insertBefore(copy, tools.querySelector('.live-run'));
  if (isFocused) {
    copy.focus({ preventScroll: true });
  }
}
