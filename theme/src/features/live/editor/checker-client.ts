import type {
  CheckRequest,
  CheckResponse,
  Completion,
  Description,
  TypeProblem,
} from '@tuffet-live/frame/checker-messages';
import type { LiveSample } from '@tuffet-live/frame/protocol';
import { CHUNK_TIMEOUT_MS } from '../../../shared/constants';
import { startWorker, type WorkerClient } from '../../../shared/worker-client';

export type { Completion, Description, TypeProblem };

/** Checks the types of one file while it is edited. Methods reject if the worker can't run. */
export interface Checker {
  findErrors(text: string): Promise<readonly TypeProblem[]>;
  complete(text: string, position: number): Promise<readonly Completion[]>;
  describe(text: string, position: number): Promise<Description | undefined>;
}

type CheckerWorker = WorkerClient<CheckRequest, CheckResponse>;

/** One for all editors of the page: it needs a second and much memory to start. */
const workers = new Map<string, CheckerWorker>();

export function createChecker({ program, others, checker: address }: LiveSample): Checker {
  const name = program.entry;
  const ask = (text: string, wants: CheckRequest['wants'], position = 0): Promise<CheckResponse> =>
    send(address, { name, files: { ...others, [name]: text }, wants, position });
  return {
    findErrors: async (text) => (await ask(text, 'errors')).errors ?? [],
    complete: async (text, position) =>
      (await ask(text, 'completions', position)).completions ?? [],
    describe: async (text, position) => (await ask(text, 'description', position)).description,
  };
}

/** A worker that failed is replaced by a new one for the next request. */
async function send(address: string, request: Omit<CheckRequest, 'id'>): Promise<CheckResponse> {
  const worker = workers.get(address) ?? startWorker<CheckRequest, CheckResponse>(address);
  workers.set(address, worker);
  try {
    return await worker.send(request, CHUNK_TIMEOUT_MS);
  } catch (error) {
    worker.stop();
    workers.delete(address);
    throw error;
  }
}
