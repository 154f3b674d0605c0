import { workerPolicy } from '../app/worker-policy';

/** A worker that responds to each request with a message of the same id. */
export interface WorkerClient<Request, Response> {
  /** Rejects with `WorkerTimeout`, or for all requests once the worker has failed or was stopped. */
  send(request: Omit<Request, 'id'>, timeout: number): Promise<Response>;
  stop(): void;
}

export class WorkerTimeout extends Error {
  override name = 'WorkerTimeout';
}

export function startWorker<Request, Response extends { readonly id: number }>(
  address: string,
): WorkerClient<Request, Response> {
  const worker = new Worker(workerPolicy.createScriptURL(address));
  const end = new AbortController();
  let count = 0;

  worker.addEventListener('error', (event) => {
    event.preventDefault(); // pending requests are rejected, so nothing is logged to the console
    end.abort(new Error(`The worker ${address} does not run.`));
  });

  return {
    async send(request, timeout) {
      end.signal.throwIfAborted();
      const id = count++;
      const answer = waitForResponse<Response>(worker, id, timeout, end.signal);
      worker.postMessage({ ...request, id });
      return answer;
    },
    stop() {
      worker.terminate();
      end.abort(new Error(`The worker ${address} was stopped.`));
    },
  };
}

async function waitForResponse<Response extends { readonly id: number }>(
  worker: Worker,
  id: number,
  timeout: number,
  end: AbortSignal,
): Promise<Response> {
  const done = new AbortController();
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const onMessage = ({ data }: MessageEvent<Response>) => data.id === id && resolve(data);
  worker.addEventListener('message', onMessage, done);
  end.addEventListener('abort', () => reject(end.reason), done);
  const timer = setTimeout(() => reject(new WorkerTimeout('No response in time.')), timeout);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    done.abort();
  }
}
