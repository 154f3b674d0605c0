import type {
  CheckRequest,
  CheckResponse,
  Completion,
  Description,
  TypeProblem,
} from '@tuffet-live/frame/checker-messages';
import type { LiveSample } from '@tuffet-live/frame/protocol';
import { isSavingData } from '../../shared/connection';
import { CHUNK_TIMEOUT_MS } from '../../shared/constants';
import { startWorker, type WorkerClient } from '../../shared/worker-client';

export type { Completion, Description, TypeProblem };

/** Checks the types of one file while it is edited. Methods reject if the worker can't run. */
export interface Checker {
  findErrors(text: string): Promise<readonly TypeProblem[]>;
  complete(text: string, position: number): Promise<readonly Completion[]>;
  describe(text: string, position: number): Promise<Description | undefined>;
}

type CheckerWorker = WorkerClient<CheckRequest, CheckResponse>;

/** By address, shared by all editors: starting one takes a second and a lot of memory. */
const workers = new Map<string, CheckerWorker>();

/**
 * Loads the type checker, which is large, and checks the code of the sample: it then knows all types
 * when an edit arrives. Returns undefined if types aren't checked.
 */
export function startChecker(sample: LiveSample): Checker | undefined {
  if (!sample.checker || isSavingData()) {
    return undefined;
  }
  const checker = createChecker(sample);
  checker.findErrors(codeOf(sample)).catch(() => {}); // the next request tries again
  return checker;
}

/** The initial code in the editor of a sample. */
export const codeOf = ({ source }: LiveSample): string => source.trimEnd();

function createChecker({ program, others, checker: address }: LiveSample): Checker {
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
