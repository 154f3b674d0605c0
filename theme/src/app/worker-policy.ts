import { createPolicy } from './trusted-types';

const WORKER = /^\/(?:[^?#]*\/)?assets\/workers\/[a-z-]+\.[0-9a-f]{8}\.js$/;

/** Nothing but workers of this site can be started in its name. */
export const workerPolicy = createPolicy('docsite-worker', {
  createScriptURL(address) {
    if (!WORKER.test(address) || new URL(address, location.href).origin !== location.origin) {
      throw new TypeError(`${address} is not a worker of this site.`);
    }
    return address;
  },
});
