// The one inline script. It sets the colours before the first paint, and fetches the other scripts
// after it, so that they do not compete with the page for the line.
import { readPreferences } from './preferences/stored';
import { createPolicy } from './trusted-types';

const settings = document.currentScript?.dataset ?? {};
const root = document.documentElement.dataset;
const { colorMode, dismissed } = readPreferences();
if (colorMode) {
  root.theme = colorMode;
}
if (dismissed && dismissed === settings.announcement) {
  root.dismissed = '';
}

const scripts: [address: string, integrity: string][] = JSON.parse(settings.scripts ?? '[]');

const policy = createPolicy('docsite-boot', {
  createScriptURL(address) {
    if (new URL(address, location.href).origin !== location.origin) {
      throw new TypeError(`${address} is no script of this site.`);
    }
    return address;
  },
});

function loadScripts(): void {
  observer.disconnect();
  for (const [address, integrity] of scripts) {
    const script = document.createElement('script');
    script.src = policy.createScriptURL(address);
    script.integrity = integrity;
    script.async = false; // keeps their order
    document.head.append(script);
  }
}

const observer = new PerformanceObserver(loadScripts);
observer.observe({ type: 'paint', buffered: true });
