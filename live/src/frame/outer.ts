/**
 * The document around the one where samples run. Nothing of a sample runs here, and what leaves the
 * inner document is judged by the policy of this one: no request is made, and the page hears nothing.
 */

import type { Left, Start } from '../protocol.ts';

/** Elsewhere anybody could run anything in the name of the site. */
const isAtHome = (): boolean => self.origin === 'null' && parent !== self;

function createInner(): HTMLIFrameElement {
  const inner = document.createElement('iframe');
  inner.setAttribute('sandbox', 'allow-scripts');
  const [style, runtime] = document.querySelectorAll('style, [type="text/plain"]');
  inner.srcdoc =
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${document.title}</title>` +
    `<style>${style?.textContent}</style><body><div id="app"></div><div id="root"></div>` +
    `<script>${runtime?.textContent}</script></body></html>`;
  return inner;
}

function setColorMode(mode: unknown): void {
  if (mode === 'light' || mode === 'dark') document.documentElement.dataset.theme = mode;
}

function open(): void {
  const inner = createInner();
  const isLoaded = new Promise((resolve) => {
    inner.onload = resolve;
  }).then(() => {
    // Whatever is loaded next, is not ours.
    inner.onload = leave;
  });
  function leave(): void {
    if (!inner.isConnected) return;
    inner.remove();
    parent.postMessage({ type: 'left' } satisfies Left, '*');
  }
  document.addEventListener('securitypolicyviolation', leave);
  document.body.append(inner);
  let isStarted = false;
  addEventListener('message', async ({ source, data, ports }: MessageEvent) => {
    // What shines through the inner document has to be of its colours.
    if (source === inner.contentWindow) setColorMode(data);
    if (source !== parent || data?.type !== 'start' || isStarted) return;
    isStarted = true;
    setColorMode((data as Start).colorMode);
    await isLoaded;
    inner.contentWindow?.postMessage(data, '*', [...ports]);
  });
}

if (isAtHome()) open();
