import { vi } from 'vitest';
import type { OperationName } from './contract.ts';

/** A request as it was passed to `fetch`. */
export interface Sent {
  readonly address: string;
  readonly init: RequestInit;
  readonly operation: OperationName;
  readonly query: string;
  readonly variables: Record<string, unknown>;
  /** The idempotency key. */
  readonly key: string | undefined;
  readonly at: number;
}

/** A real response takes real time, which fake timers don't wait for. */
interface Answer {
  readonly status: number;
  readonly headers: Headers;
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

/** Replaces `fetch`: records requests, and responds with success by default, as Ackee does. */
export class FakeServer {
  readonly sent: Sent[] = [];
  private answering: Answering | undefined;
  private extensions: object | undefined;

  constructor() {
    vi.stubGlobal('fetch', (address: string, init: RequestInit) => this.receive(address, init));
  }

  /** From now on, this is the response to every request; without arguments, success again. */
  answers(answering?: Answering): void {
    this.answering = answering;
  }

  answersWith(body: string | object, status = 200, headers = {}): void {
    this.answers(async () => answerOf(body, status, headers));
  }

  /** From now on, successful responses announce that the server accepts idempotency keys. */
  acceptsKeys(): void {
    this.extensions = { idempotencyKey: true };
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
    const { query, variables, extensions } = JSON.parse(String(init.body));
    const operation = /mutation (\w+)/.exec(query)?.[1] as OperationName;
    const key = extensions?.idempotencyKey;
    this.sent.push({ address, init, operation, query, variables, key, at: Date.now() });
    const body = { data: { [operation]: GOOD[operation] }, extensions: this.extensions };
    const good = async () => answerOf(body);
    return new Promise((resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      (this.answering ?? good)().then(resolve, reject);
    });
  }
}

export function answerOf(body: string | object, status = 200, headers = {}): Answer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: new Headers(headers), text: async () => text };
}
