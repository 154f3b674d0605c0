import type { AssetUrl } from '../../../../contracts/assets.gen';
import { workerPolicy } from '../../app/worker-policy';
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

/** Starts the worker. It fails once and for all: whoever wants to try again starts another. */
export function startWorker(address: AssetUrl): SearchWorker {
  const worker = new Worker(workerPolicy.createScriptURL(address));
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
