/** Blocks connections, and navigations that would unload the document that runs the sample. */

import { defineProperty, uncurry, uncurryGetter } from '../natives.ts';

/** Connections that a content security policy doesn't cover. */
const CONNECTIONS = [
  'RTCPeerConnection',
  'webkitRTCPeerConnection',
  'RTCDataChannel',
  'RTCIceTransport',
  'WebTransport',
  'WebSocketStream',
];

const NativeElement = Element;
const closest = uncurry(Element.prototype.closest as (selector: string) => Element | null);
const preventDefault = uncurry(Event.prototype.preventDefault);
const isPrevented = uncurryGetter<boolean>(Event.prototype, 'defaultPrevented');
const targetOf = uncurryGetter<EventTarget | null>(Event.prototype, 'target');

type Submitter = HTMLButtonElement | HTMLInputElement;

/** Browsers dispatch no `submit` event in a sandbox without `allow-forms`. */
function submit(button: Submitter): void {
  const { form } = button;
  if (!form || (!form.noValidate && !button.formNoValidate && !form.reportValidity())) return;
  const event = new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter: button });
  form.dispatchEvent(event);
}

const SUBMITTERS = 'button:not([type]), button[type=submit], input[type=submit]';

export function confine(): void {
  for (const name of CONNECTIONS) defineProperty(window, name, { value: undefined });
  // It would expose the port of the current message event.
  defineProperty(window, 'event', { value: undefined });
  // A link, even to a fragment, would load another document, which the policy blocks.
  addEventListener('click', (event) => {
    const target = targetOf(event);
    if (isPrevented(event) || !(target instanceof NativeElement)) return;
    const button = closest(target, SUBMITTERS) as Submitter | null;
    if (!closest(target, 'a[href], area[href]') && !button?.form) return;
    preventDefault(event);
    if (button) submit(button);
  });
}
