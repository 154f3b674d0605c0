import { adoptStyles } from '../../shared/adopt-styles';
import { createElement } from '../../shared/create-element';
import styles from './print.lazy.css';

const CLASS = 'printed-from';

/** Prints the address of the page, because the margins of browsers can be turned off. */
export function startPrint(): void {
  adoptStyles(styles);
  addEventListener('beforeprint', () => {
    removeAddress();
    const address = createElement('p', { className: CLASS, textContent: location.href });
    document.querySelector('h1')?.after(address);
  });
  addEventListener('afterprint', removeAddress);
}

const removeAddress = (): void => document.querySelector(`.${CLASS}`)?.remove();
