import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import type { BrowserConfigOptions, BrowserProvider, BrowserProviderOption } from 'vitest/node';
import { inChromium } from './chromium.ts';

type OtherEngine = 'firefox' | 'webkit';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A browser that open_pages.py drives: Playwright only drives its own builds of these engines. */
class Browser {
  readonly #engine: OtherEngine;
  readonly #input: Writable;
  readonly #opened: NodeJS.AsyncIterator<string>;
  /** Settles when the process has ended, with the error if it couldn't start. */
  readonly #ended: Promise<unknown>;

  constructor(engine: OtherEngine) {
    const args = ['-m', 'harness.browsers.open_pages', engine];
    const child = spawn(process.env.PYTHON ?? 'python', args, {
      cwd: ROOT,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#engine = engine;
    this.#input = child.stdin;
    this.#opened = linesOf(child.stdout);
    this.#ended = once(child, 'exit').then(
      () => undefined,
      (error: unknown) => error,
    );
    // Writing to a process that has ended is an error. `open` reports the end itself.
    child.stdin.on('error', () => {});
  }

  /** Every page has its own storage, as Vitest expects. */
  async open(url: string): Promise<void> {
    this.#input.write(`${url}\n`);
    const { done } = await this.#opened.next();
    if (!done) return;
    const cause = await this.#ended;
    const message = `${this.#engine} exited before it opened ${url}. Its output is above.`;
    throw new Error(message, { cause });
  }

  async close(): Promise<void> {
    this.#input.end();
    await this.#ended;
  }
}

function linesOf(output: Readable): NodeJS.AsyncIterator<string> {
  const lines: Interface = createInterface(output);
  return lines[Symbol.asyncIterator]();
}

/** One browser for all projects of a run, because it is slow to start. */
let running: Browser | undefined;
const users = new Set<EngineProvider>();

class EngineProvider implements BrowserProvider {
  readonly name = 'system-browser';
  readonly supportsParallelism = true;
  readonly #engine: OtherEngine;

  constructor(engine: OtherEngine) {
    this.#engine = engine;
  }

  getCommandsContext() {
    return {};
  }

  async openPage(_: string, url: string): Promise<void> {
    users.add(this);
    running ??= new Browser(this.#engine);
    await running.open(url);
  }

  async close(): Promise<void> {
    users.delete(this);
    if (users.size > 0) return;
    const last = running;
    running = undefined;
    await last?.close();
  }
}

function provide(engine: OtherEngine): BrowserProviderOption {
  return {
    ...playwright(),
    name: 'system-browser',
    prewarm: () => {},
    providerFactory(project) {
      // Called before every file; our tests don't depend on the viewport.
      project.browser?.registerCommand('__vitest_viewport' as never, (() => {}) as never);
      return new EngineProvider(engine);
    },
  };
}

/** Vitest's browser mode with an installed browser. Vitest mutates the object, so create one per project. */
export function inEngine(engine: string): BrowserConfigOptions {
  if (engine === 'chromium') return inChromium();
  if (engine !== 'firefox' && engine !== 'webkit')
    throw new Error(`Unknown engine "${engine}": use chromium, firefox or webkit.`);
  return {
    enabled: true,
    headless: true,
    screenshotFailures: false,
    provider: provide(engine),
    instances: [{ browser: engine }],
  };
}
