import { adoptStyles } from '../../shared/adopt-styles';
import styles from './print.lazy.css';

const CLASS = 'printed-from';

/** Says on paper where the page stands. Browsers may do so too, in a margin one can turn off. */
export function startPrint(): void {
  adoptStyles(styles);
  addEventListener('beforeprint', () => {
    removeAddress();
    const address = document.createElement('p');
    address.className = CLASS;
    address.textContent = location.href;
    document.querySelector('h1')?.after(address);
  });
  addEventListener('afterprint', removeAddress);
}

const removeAddress = (): void => document.querySelector(`.${CLASS}`)?.remove();
