// The inline script of sites that count visits: the same as everywhere, and after all others the
// script that counts. It is a bundle of its own, so that other sites carry nothing of it.
import { policy } from './boot';

const [address, integrity, data]: [string, string, Record<string, string>] = JSON.parse(
  document.currentScript?.dataset.analytics ?? '[]',
);

function loadScript(): void {
  observer.disconnect();
  const script = document.createElement('script');
  script.src = policy.createScriptURL(address);
  script.integrity = integrity;
  script.async = false; // no other waits for it
  script.fetchPriority = 'low';
  Object.assign(script.dataset, data);
  document.head.append(script);
}

const observer = new PerformanceObserver(loadScript);
observer.observe({ type: 'paint', buffered: true });
