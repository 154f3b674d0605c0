/** Reports the height of the content, so that the page can resize the iframe. */

import { ceil, max, uncurry, uncurryGetter } from '../natives.ts';
import { afterTurn } from './turns.ts';

const { documentElement: root } = document;
const range = document.createRange();
const selectNodeContents = uncurry(Range.prototype.selectNodeContents);
const rectOf = uncurry(Range.prototype.getBoundingClientRect);
const boxOf = uncurry(Element.prototype.getBoundingClientRect);
const bottomOf = uncurryGetter<number>(DOMRectReadOnly.prototype, 'bottom');
const heightOf = uncurryGetter<number>(DOMRectReadOnly.prototype, 'height');
const scrollTopOf = uncurryGetter<number>(Element.prototype, 'scrollTop');

/** 0 for an empty document; otherwise the height of the body, or of content that overflows it. */
function measure(body: HTMLElement): number {
  selectNodeContents(range, body);
  const content = rectOf(range);
  if (heightOf(content) === 0) return 0;
  // The iframe may be smaller than its content, and scrolled.
  return ceil(max(bottomOf(content), bottomOf(boxOf(body))) + scrollTopOf(root));
}

/** Also observes mutations, because browsers don't observe sizes in an iframe that is out of view. */
export function watchHeight(send: (height: number) => void): void {
  const { body } = document;
  let sent: number | undefined;
  let isWaiting = false;
  const look = () => {
    isWaiting = false;
    const height = measure(body);
    if (height !== sent) send(height);
    sent = height;
  };
  const change = () => {
    if (isWaiting) return;
    isWaiting = true;
    afterTurn(look);
  };
  const options = { childList: true, subtree: true, attributes: true, characterData: true };
  new MutationObserver(change).observe(body, options);
  const sizes = new ResizeObserver(change);
  sizes.observe(root);
  sizes.observe(body);
}
