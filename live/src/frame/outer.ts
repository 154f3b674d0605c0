/**
 * The document around the one that runs samples. No code of a sample runs here. Its policy applies to
 * navigations of the inner document, so these cause no request and no violation report in the page.
 */

import type { Left, Start } from '../protocol.ts';

/** With an origin, or as a top-level page, messages could run code with the site's origin. */
const isIsolated = (): boolean => self.origin === 'null' && parent !== self;

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
    // Every later load is a navigation of the sample.
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
    // The inner document may be transparent.
    if (source === inner.contentWindow) setColorMode(data);
    if (source !== parent || data?.type !== 'start' || isStarted) return;
    isStarted = true;
    setColorMode((data as Start).colorMode);
    await isLoaded;
    inner.contentWindow?.postMessage(data, '*', [...ports]);
  });
}

if (isIsolated()) open();
