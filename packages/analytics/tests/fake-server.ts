import { vi } from 'vitest';
import type { OperationName } from './contract.ts';

/** A request as it was passed to `fetch`. */
export interface Sent {
  readonly address: string;
  readonly init: RequestInit;
  readonly operation: OperationName;
  readonly query: string;
  readonly variables: Record<string, unknown>;
  readonly at: number;
}

/** A real response takes real time, which fake timers don't wait for. */
interface Answer {
  readonly status: number;
  text(): Promise<string>;
}

type Answering = () => Promise<Answer>;

export const RECORD_ID = 'record-1';
export const ACTION_ID = 'action-1';

const GOOD = {
  createRecord: { payload: { id: RECORD_ID } },
  updateRecord: { success: true },
  createAction: { payload: { id: ACTION_ID } },
  updateAction: { success: true },
};

/** Replaces `fetch`: records requests, and responds with success by default. */
export class FakeServer {
  readonly sent: Sent[] = [];
  private answering: Answering | undefined;

  constructor() {
    vi.stubGlobal('fetch', (address: string, init: RequestInit) => this.receive(address, init));
  }

  /** From now on, this is the response to every request; without arguments, success again. */
  answers(answering?: Answering): void {
    this.answering = answering;
  }

  answersWith(body: string | object, status = 200): void {
    this.answers(async () => answerOf(body, status));
  }

  /** Requests never get a response. */
  isSilent(): void {
    this.answers(() => new Promise(() => {}));
  }

  /** Requests fail, as when the server is down or the URL is blocked. */
  isUnreachable(): void {
    this.answers(() => Promise.reject(new TypeError('Failed to fetch')));
  }

  count(operation: OperationName): number {
    return this.sent.filter((request) => request.operation === operation).length;
  }

  get last(): Sent {
    const last = this.sent.at(-1);
    if (!last) throw new Error('Nothing was sent.');
    return last;
  }

  private receive(address: string, init: RequestInit): Promise<Answer> {
    const { query, variables } = JSON.parse(String(init.body));
    const operation = /mutation (\w+)/.exec(query)?.[1] as OperationName;
    this.sent.push({ address, init, operation, query, variables, at: Date.now() });
    const good = async () => answerOf({ data: { [operation]: GOOD[operation] } });
    return new Promise((resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      (this.answering ?? good)().then(resolve, reject);
    });
  }
}

export function answerOf(body: string | object, status = 200): Answer {
  return { status, text: async () => (typeof body === 'string' ? body : JSON.stringify(body)) };
}
