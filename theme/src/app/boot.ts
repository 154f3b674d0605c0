// The one inline script. It states the policy, shows the colours and tabs that the reader chose
// before the first paint, and fetches the other scripts after it, so that they do not compete with
// the page for the line.
import { restoreChoices } from '../features/choices/restore';
import { readPreferences } from '../shared/preferences/stored';
import { createPolicy } from './trusted-types';

const settings = document.currentScript?.dataset ?? {};
// In the document itself it would keep the browser from fetching the stylesheet early. Hosts that
// can send headers send it there as well.
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

// To the browser, pages that were shown before a reload are of this very document: until the router
// is there, going back to one would change the address alone.
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
  observer.disconnect();
  for (const [address, integrity, data] of scripts) {
    const script = document.createElement('script');
    script.src = policy.createScriptURL(address);
    script.integrity = integrity;
    script.async = false; // keeps their order
    Object.assign(script.dataset, data);
    document.head.append(script);
  }
}

const observer = new PerformanceObserver(loadScripts);
observer.observe({ type: 'paint', buffered: true });
