// The only inline script. It sets the policy, and restores the color mode and the tabs before the first
// paint. The other scripts load afterwards, so that they don't compete with the page for bandwidth.
import { restoreChoices } from '../features/choices/restore';
import { readPreferences } from '../shared/preferences/stored';
import { createPolicy } from './trusted-types';

const settings = document.currentScript?.dataset ?? {};
// As an element in the HTML, the policy would prevent the browser from preloading images. Hosts that
// can send headers also send it there. It applies to the styles that follow this script.
const policyElement = document.createElement('meta');
policyElement.httpEquiv = 'Content-Security-Policy';
policyElement.content = settings.policy ?? '';
document.head.append(policyElement);

const root = document.documentElement.dataset;
const { colorMode, dismissed, wrap } = readPreferences();
if (colorMode) {
  root.theme = colorMode;
}
if (dismissed && dismissed === settings.announcement) {
  root.dismissed = '';
}
if (wrap) {
  root.wrap = '';
}

restoreChoices();

// Records clicks on buttons whose script hasn't loaded yet. That script removes this handler.
document.onclick = ({ target }) => {
  globalThis.earlyClicks ??= [];
  globalThis.earlyClicks.push(target);
};

// Hosts without routing rules send the page of the folder for this path. On `file:`, this throws.
if (location.pathname.endsWith('/index.html')) {
  const { origin, pathname, search, hash } = location;
  history.replaceState(null, '', origin + pathname.slice(0, -'index.html'.length) + search + hash);
}

// After a reload the browser treats earlier history entries as the same document. Until the router
// runs, going back to one would only change the address.
const { pathname } = location;
window.onpopstate = () => location.pathname === pathname || location.reload();

const scripts: [address: string, integrity: string, data?: DOMStringMap][] = JSON.parse(
  settings.scripts ?? '[]',
);

const policy = createPolicy('docsite-boot', {
  createScriptURL(address) {
    if (new URL(address, location.href).origin !== location.origin) {
      throw new TypeError(`${address} is not a script of this site.`);
    }
    return address;
  },
});

function loadScripts(): void {
  for (const [address, integrity, data] of scripts) {
    const script = document.createElement('script');
    script.src = policy.createScriptURL(address);
    script.integrity = integrity;
    script.async = false; // keeps their order
    // The bundler's runtime would wait for the events of this element, which it has missed.
    script.onerror = () => script.remove();
    Object.assign(script.dataset, data);
    document.head.append(script);
  }
}

if (globalThis.PerformanceObserver) {
  const observer = new PerformanceObserver(() => {
    observer.disconnect();
    loadScripts();
  });
  observer.observe({ type: 'paint', buffered: true });
} else {
  // After the frame that follows the whole document.
  addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => setTimeout(loadScripts)));
}
