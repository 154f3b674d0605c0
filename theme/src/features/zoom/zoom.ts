import { chromeOf } from '../../app/data';
import { onArrival } from '../../router/arrivals';
import { adoptStyles } from '../../shared/adopt-styles';
import type { ExtrasContext } from '../../shared/context';
import { createElement } from '../../shared/create-element';
import { loadStrings } from '../../shared/strings';
import styles from './zoom.lazy.css';

const ZOOMABLE = 'zoomable';
/** A smaller difference isn't worth a dialog. */
const FACTOR = 1.25;

/** Opens images that are larger than their box in a dialog. */
export function startZoom({ currentView }: ExtrasContext): void {
  async function mark(): Promise<void> {
    const images = [...document.querySelectorAll<HTMLImageElement>('[data-content] img')];
    if (images.some((image) => canZoom(image) !== image.classList.contains(ZOOMABLE))) {
      adoptStyles(styles);
      const { zoom } = await loadStrings(chromeOf(currentView()));
      for (const image of images) {
        markImage(image, zoom);
      }
    }
  }

  // If the strings can't be loaded, images stay as they are. The next navigation tries again.
  const tryToMark = (): Promise<void> => mark().catch(() => {});
  const open = (event: Event): void => {
    const { target } = event;
    if (target instanceof HTMLImageElement && target.classList.contains(ZOOMABLE)) {
      event.preventDefault(); // the space bar would scroll
      openDialog(target, chromeOf(currentView()).strings.close);
    }
  };
  document.addEventListener('click', open);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || event.key === ' ') {
      const hasModifier = event.ctrlKey || event.altKey || event.metaKey;
      event.repeat ? ignoreInDialog(event) : hasModifier || open(event);
    }
  });
  document.addEventListener('load', tryToMark, { capture: true });
  // Images in closed details and hidden tabs have no box.
  document.addEventListener('toggle', tryToMark, { capture: true });
  document.addEventListener('change', tryToMark);
  addEventListener('resize', tryToMark);
  onArrival(() => {
    findDialog()?.close();
    tryToMark();
  });
  tryToMark();
}

const findDialog = (): HTMLDialogElement | null => document.querySelector('dialog.zoom');

/** The key that has opened the dialog may still be held, and would press its button. */
function ignoreInDialog(event: Event): void {
  findDialog()?.contains(event.target as Node) && event.preventDefault();
}

/** An SVG image has its size only as an attribute. */
const widthOf = (image: HTMLImageElement): number =>
  Number(image.getAttribute('width')) || image.naturalWidth;

const canZoom = (image: HTMLImageElement): boolean =>
  image.clientWidth > 0 && widthOf(image) > image.clientWidth * FACTOR && !image.closest('a');

/** Makes an image a button, or an image again after its box has grown. */
function markImage(image: HTMLImageElement, label: string): void {
  image.classList.toggle(ZOOMABLE, canZoom(image));
  const attributes = {
    role: 'button',
    tabindex: '0',
    'aria-haspopup': 'dialog',
    'aria-label': label.replace('{title}', image.alt),
  };
  for (const [name, value] of Object.entries(attributes)) {
    canZoom(image) ? image.setAttribute(name, value) : image.removeAttribute(name);
  }
}

/** Esc, the button and a click anywhere close it. The browser restores the focus. */
function openDialog(image: HTMLImageElement, close: string): void {
  const { alt, currentSrc: src } = image;
  const dialog = createElement(
    'dialog',
    {
      className: 'zoom',
      ariaLabel: alt,
      onclick: () => dialog.close(),
      onclose: () => dialog.remove(),
    },
    createElement('button', { type: 'button', className: 'zoom-close', ariaLabel: close }),
    createElement('img', { src, alt, width: widthOf(image) }),
  );
  document.body.append(dialog);
  dialog.showModal();
}
