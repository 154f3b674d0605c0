import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { adoptStyles } from './adopt-styles';
import styles from './modal.lazy.css';

/** A modal dialog. The browser traps the focus, and restores it. */
export interface Modal {
  readonly element: HTMLDialogElement;
  render(content: ReactNode): void;
  /** Opens it, or focuses its field if it is open. */
  open(): void;
  close(): void;
}

export function createModal(className: string): Modal {
  adoptStyles(styles);
  const element = document.createElement('dialog');
  element.className = `modal ${className}`;
  // A click outside closes it in browsers that support it; Esc and a button do in all.
  element.setAttribute('closedby', 'any');
  document.body.append(element);
  // Like the page: `createRoot` would add its code to the first load.
  const root = flushSync(() => hydrateRoot(element, null));
  return {
    element,
    render: (content) => flushSync(() => root.render(content)),
    open: () => (element.open ? element.querySelector('input')?.focus() : element.showModal()),
    close: () => element.close(),
  };
}
