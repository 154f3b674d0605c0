/** Takes away what leads out of the frame, or would end the document that runs the sample. */

import { defineProperty, uncurry, uncurryGetter } from '../natives.ts';

/** Connections that no policy stops. */
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

/** Browsers tell a sandboxed form nothing of its submission, so we do. */
function submit(button: Submitter): void {
  const { form } = button;
  if (!form || (!form.noValidate && !button.formNoValidate && !form.reportValidity())) return;
  const event = new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter: button });
  form.dispatchEvent(event);
}

const SUBMITTERS = 'button:not([type]), button[type=submit], input[type=submit]';

export function confine(): void {
  for (const name of CONNECTIONS) defineProperty(window, name, { value: undefined });
  // The event in progress would hand out the port that it came from.
  defineProperty(window, 'event', { value: undefined });
  // A link, even to a place in this document, would load another; nothing can be loaded here.
  addEventListener('click', (event) => {
    const target = targetOf(event);
    if (isPrevented(event) || !(target instanceof NativeElement)) return;
    const button = closest(target, SUBMITTERS) as Submitter | null;
    if (!closest(target, 'a[href], area[href]') && !button?.form) return;
    preventDefault(event);
    if (button) submit(button);
  });
}
