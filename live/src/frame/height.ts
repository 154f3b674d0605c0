/** How high the content is, so that the page can make room for it. */

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

/** 0 while there is nothing to see; otherwise as high as the body, or as what reaches beyond it. */
function measure(body: HTMLElement): number {
  selectNodeContents(range, body);
  const content = rectOf(range);
  if (heightOf(content) === 0) return 0;
  // Where the page gives it less room than it needs, it may have been scrolled.
  return ceil(max(bottomOf(content), bottomOf(boxOf(body))) + scrollTopOf(root));
}

/** Tells each new height. Out of view browsers do not watch sizes, so content is watched as well. */
export function watchHeight(tell: (height: number) => void): void {
  const { body } = document;
  let told: number | undefined;
  let isWaiting = false;
  const look = () => {
    isWaiting = false;
    const height = measure(body);
    if (height !== told) tell(height);
    told = height;
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
