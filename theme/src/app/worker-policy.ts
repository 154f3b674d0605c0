import { createPolicy } from './trusted-types';

const WORKER = /^\/(?:[^?#]*\/)?assets\/workers\/[a-z-]+\.[0-9a-f]{8}\.js$/;

/** Only accepts the URLs of workers of this site. */
export const workerPolicy = createPolicy('docsite-worker', {
  createScriptURL(address) {
    if (!WORKER.test(address) || new URL(address, location.href).origin !== location.origin) {
      throw new TypeError(`${address} is not a worker of this site.`);
    }
    return address;
  },
});
