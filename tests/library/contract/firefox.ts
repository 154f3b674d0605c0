import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { playwright } from '@vitest/browser-playwright';
import type { BrowserProvider, BrowserProviderOption } from 'vitest/node';

interface Answer {
  id: number;
  type: 'success' | 'error';
  result: Record<string, unknown>;
  message?: string;
}

/** A connection over WebDriver BiDi, in which every command waits for its response. */
class Session {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const answer = JSON.parse(data) as Answer;
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    });
  }

  static async open(address: string): Promise<Session> {
    const socket = new WebSocket(`${address}/session`);
    await once(socket, 'open');
    const session = new Session(socket);
    await session.send('session.new', { capabilities: {} });
    return session;
  }

  async send(method: string, params: object): Promise<Record<string, unknown>> {
    const id = ++this.#lastId;
    const answered = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params }));
    const { type, result, message } = await answered;
    if (type === 'error') throw new Error(`${method}: ${message}`);
    return result;
  }
}

/** Firefox prints its address to stderr. */
async function addressOf(firefox: ChildProcess): Promise<string> {
  if (!firefox.stderr) throw new Error('Firefox has no stderr to listen to.');
  for await (const line of createInterface(firefox.stderr)) {
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
    if (address) {
      firefox.stderr.resume();
      return address;
    }
  }
  throw new Error('Firefox exited before it was ready.');
}

/** One browser for all projects of a run: it is slow to start. */
class Firefox {
  readonly #profile = mkdtempSync(join(tmpdir(), 'tuffet-firefox-'));
  readonly #process: ChildProcess;
  readonly session: Promise<Session>;

  constructor(executable: string) {
    const args = [
      '--headless',
      '--no-remote',
      '--remote-debugging-port=0',
      '--profile',
      this.#profile,
    ];
    this.#process = spawn(executable, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    this.session = addressOf(this.#process).then(Session.open);
  }

  async close(): Promise<void> {
    this.#process.kill();
    await once(this.#process, 'exit');
    rmSync(this.#profile, { recursive: true, force: true });
  }
}

let running: Firefox | undefined;
const users = new Set<FirefoxProvider>();

class FirefoxProvider implements BrowserProvider {
  readonly name = 'firefox-bidi';
  readonly supportsParallelism = true;
  readonly #executable: string;

  constructor(executable: string) {
    this.#executable = executable;
  }

  getCommandsContext() {
    return {};
  }

  /** Every page has its own storage, as Vitest expects. */
  async openPage(_: string, url: string): Promise<void> {
    users.add(this);
    running ??= new Firefox(this.#executable);
    const session = await running.session;
    const { userContext } = await session.send('browser.createUserContext', {});
    const { context } = await session.send('browsingContext.create', { type: 'tab', userContext });
    await session.send('browsingContext.navigate', { context, url, wait: 'interactive' });
  }

  async close(): Promise<void> {
    users.delete(this);
    if (users.size > 0) return;
    const last = running;
    running = undefined;
    await last?.close();
  }
}

/** A provider for Vitest that drives the Firefox of the system. */
export function firefox(executable: string): BrowserProviderOption {
  return {
    ...playwright(),
    name: 'firefox-bidi',
    prewarm: () => {},
    providerFactory(project) {
      // Called before every file; our tests don't depend on the viewport.
      project.browser?.registerCommand('__vitest_viewport' as never, (() => {}) as never);
      return new FirefoxProvider(executable);
    },
  };
}
