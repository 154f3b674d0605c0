import { createPolicy } from '../trusted-types';
import type { Hit, Request, Response } from './ranking';

/** The worker that searches. */
export interface SearchWorker {
  find(request: Omit<Request, 'id'>): Promise<readonly Hit[]>;
  stop(): void;
}

interface Waiting {
  readonly resolve: (hits: readonly Hit[]) => void;
  readonly reject: (error: Error) => void;
}

const WORKER = /^\/(?:[^?#]*\/)?assets\/workers\/search\.[0-9a-f]{8}\.js$/;

/** Nothing but our own worker can be started in its name. */
const policy = createPolicy('docsite-search', {
  createScriptURL(address) {
    if (!WORKER.test(address) || new URL(address, location.href).origin !== location.origin) {
      throw new TypeError(`${address} is no worker of this site.`);
    }
    return address;
  },
});

/** Starts the worker. It fails once and for all: whoever wants to try again starts another. */
export function startWorker(address: string): SearchWorker {
  const worker = new Worker(policy.createScriptURL(address));
  const waiting = new Map<number, Waiting>();
  let failure: Error | undefined;
  let count = 0;
  worker.onmessage = ({ data }: MessageEvent<Response>) => {
    const who = waiting.get(data.id);
    waiting.delete(data.id);
    if ('hits' in data) {
      who?.resolve(data.hits);
    } else {
      who?.reject(new Error(data.error));
    }
  };

  function fail(error: Error): void {
    failure = error;
    for (const { reject } of waiting.values()) {
      reject(error);
    }
    waiting.clear();
  }

  worker.onerror = (event) => {
    event.preventDefault(); // whoever waits is told, so the console need not be
    fail(new Error(`The worker ${address} does not run.`));
  };
  return {
    find(request) {
      if (failure) {
        return Promise.reject(failure);
      }
      const id = count++;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker.postMessage({ ...request, id });
      });
    },
    stop() {
      worker.terminate();
      fail(new Error('The worker was stopped.'));
    },
  };
}
