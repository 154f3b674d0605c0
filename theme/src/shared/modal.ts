import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { adoptStyles } from './adopt-styles';
import styles from './modal.lazy.css';

/** A dialog over the page. The browser keeps the focus in it, and gives it back. */
export interface Modal {
  readonly element: HTMLDialogElement;
  render(content: ReactNode): void;
  /** Opens it, or brings the focus back to where it begins. */
  open(): void;
  close(): void;
}

export function createModal(className: string): Modal {
  adoptStyles(styles);
  const element = document.createElement('dialog');
  element.className = `modal ${className}`;
  // A click beside it closes it, where the browser knows how; Esc and a button do everywhere.
  element.setAttribute('closedby', 'any');
  document.body.append(element);
  // The way that pages come to life: creating a root would add its code to the first load.
  const root = flushSync(() => hydrateRoot(element, null));
  return {
    element,
    render: (content) => flushSync(() => root.render(content)),
    open: () => (element.open ? element.querySelector('input')?.focus() : element.showModal()),
    close: () => element.close(),
  };
}
