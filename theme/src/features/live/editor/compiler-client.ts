import type {
  CompileProblem,
  CompileRequest,
  CompileResponse,
} from '@tuffet-live/frame/compiler-messages';
import type { CompiledModule } from '@tuffet-live/frame/protocol';
import { workerPolicy } from '../../../app/worker-policy';
import { CHUNK_TIMEOUT_MS } from '../../../shared/constants';

/** A file is compiled in far less, unless somebody wrote what no compiler gets through. */
export const PATIENCE_MS = 10_000;

export interface Compiled {
  readonly module: CompiledModule;
  /** What it imports, as it names it. */
  readonly imports: readonly string[];
}

/** The code itself is the reason why there is nothing to run. */
export class CodeProblem extends Error {
  /** From 1. */
  readonly line: number | undefined;

  constructor({ message, line }: CompileProblem) {
    super(message);
    this.name = 'CodeProblem';
    this.line = line;
  }
}

/** The worker took longer than anybody waits. */
class Timeout extends Error {}

/** Compiles what a reader writes, in a worker that starts when it is needed. */
export interface Compiler {
  /** Fetches and starts the worker, if it does not run already. */
  warm(): void;
  /** Fails with a `CodeProblem`, or with another error when there is no worker. */
  compile(name: string, source: string): Promise<Compiled>;
  stop(): void;
}

/** `tooSlow` is what readers are told of code that takes too long. */
export function createCompiler(address: string, tooSlow: string): Compiler {
  let running: Running | undefined;

  function start(): Running {
    running ??= startWorker(address);
    return running;
  }

  function stop(): void {
    running?.stop();
    running = undefined;
  }

  async function compile(name: string, source: string): Promise<Compiled> {
    const used = start();
    try {
      await used.ready;
      return unpack(await used.ask(name, source, PATIENCE_MS));
    } catch (error) {
      if (error instanceof CodeProblem) {
        throw error;
      }
      // One that failed or hangs is of no more use: the next file gets another.
      if (used === running) {
        stop();
      }
      throw error instanceof Timeout ? new CodeProblem({ message: tooSlow }) : error;
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

interface Running {
  /** Settled once the worker is there: its way to the reader is no fault of the code. */
  readonly ready: Promise<unknown>;
  ask(name: string, source: string, patience: number): Promise<CompileResponse>;
  stop(): void;
}

function startWorker(address: string): Running {
  const worker = new Worker(workerPolicy.createScriptURL(address));
  const end = new AbortController();
  let count = 0;

  worker.addEventListener('error', (event) => {
    event.preventDefault(); // whoever waits is told, so the console need not be
    end.abort(new Error(`The worker ${address} does not run.`));
  });

  async function ask(name: string, source: string, patience: number): Promise<CompileResponse> {
    end.signal.throwIfAborted();
    const request: CompileRequest = { id: count++, name, source };
    const done = new AbortController();
    try {
      return await new Promise<CompileResponse>((resolve, reject) => {
        const { signal } = done;
        worker.addEventListener(
          'message',
          ({ data }: MessageEvent<CompileResponse>) => data.id === request.id && resolve(data),
          { signal },
        );
        end.signal.addEventListener('abort', () => reject(end.signal.reason), { signal });
        const timer = setTimeout(() => reject(new Timeout(address)), patience);
        signal.addEventListener('abort', () => clearTimeout(timer));
        worker.postMessage(request);
      });
    } finally {
      done.abort();
    }
  }

  const ready = ask('ready.js', '', CHUNK_TIMEOUT_MS).catch((error) => {
    throw error instanceof Timeout ? new Error(`The worker ${address} couldn’t be loaded.`) : error;
  });
  ready.catch(() => {}); // it is told to those who compile
  return {
    ready,
    ask,
    stop() {
      worker.terminate();
      end.abort(new Error('The compiler was stopped.'));
    },
  };
}
