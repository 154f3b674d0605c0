import type {
  CompileProblem,
  CompileRequest,
  CompileResponse,
} from '@tuffet-live/frame/compiler-messages';
import type { CompiledModule } from '@tuffet-live/frame/protocol';
import { CHUNK_TIMEOUT_MS } from '../../../shared/constants';
import { startWorker, type WorkerClient, WorkerTimeout } from '../../../shared/worker-client';

/** Far longer than any sample needs. */
export const PATIENCE_MS = 10_000;

export interface Compiled {
  readonly module: CompiledModule;
  /** Module specifiers as written. */
  readonly imports: readonly string[];
}

/** The code can't be compiled. */
export class CodeProblem extends Error {
  /** From 1. */
  readonly line: number | undefined;

  constructor({ message, line }: CompileProblem) {
    super(message);
    this.name = 'CodeProblem';
    this.line = line;
  }
}

type CompilerWorker = WorkerClient<CompileRequest, CompileResponse>;

/** Compiles edited code in a worker that starts when it is needed. */
export interface Compiler {
  /** Fetches and starts the worker, if it isn't running. */
  warm(): void;
  /** Rejects with a `CodeProblem`, or with another error if the worker can't run. */
  compile(name: string, source: string): Promise<Compiled>;
  stop(): void;
}

/** `tooSlow` is the message for code that takes too long to compile. */
export function createCompiler(address: string, tooSlow: string): Compiler {
  let running: RunningCompiler | undefined;

  function start(): RunningCompiler {
    running ??= startCompiler(address);
    return running;
  }

  function stop(): void {
    running?.worker.stop();
    running = undefined;
  }

  async function compile(name: string, source: string): Promise<Compiled> {
    const used = start();
    try {
      await used.ready;
      return unpack(await used.worker.send({ name, source }, PATIENCE_MS));
    } catch (error) {
      if (error instanceof CodeProblem) {
        throw error;
      }
      // A worker that failed or hangs is replaced by a new one for the next file.
      if (used === running) {
        stop();
      }
      throw error instanceof WorkerTimeout ? new CodeProblem({ message: tooSlow }) : error;
    }
  }

  return { warm: () => void start(), compile, stop };
}

function unpack(response: CompileResponse): Compiled {
  if ('error' in response) {
    throw new CodeProblem(response.error);
  }
  return response;
}

interface RunningCompiler {
  readonly worker: CompilerWorker;
  /** Resolves once the worker has started. Loading it doesn't count as compile time. */
  readonly ready: Promise<unknown>;
}

function startCompiler(address: string): RunningCompiler {
  const worker: CompilerWorker = startWorker(address);
  const ready = worker.send({ name: 'ready.js', source: '' }, CHUNK_TIMEOUT_MS).catch((error) => {
    throw error instanceof WorkerTimeout
      ? new Error(`The worker ${address} couldn’t be loaded.`)
      : error;
  });
  ready.catch(() => {}); // `compile` reports the failure
  return { worker, ready };
}
