import { type Answer, readAnswer } from './answer.ts';
import { waitUntilShown } from './page.ts';
import { Queue } from './queue.ts';
import { OWNER_ID } from './rules.ts';

/** As in `contracts/analytics.toml`. */
const DOCUMENTS = {
  createRecord:
    'mutation createRecord($domainId: ID!, $input: CreateRecordInput!) { createRecord(domainId: $domainId, input: $input) { payload { id } } }',
  updateRecord: 'mutation updateRecord($recordId: ID!) { updateRecord(id: $recordId) { success } }',
  createAction:
    'mutation createAction($eventId: ID!, $input: CreateActionInput!) { createAction(eventId: $eventId, input: $input) { payload { id } } }',
  updateAction:
    'mutation updateAction($actionId: ID!, $input: UpdateActionInput!) { updateAction(id: $actionId, input: $input) { success } }',
};

/** Slow servers answer earlier. */
const TIMEOUT_MS = 60000;
/** In characters. Browsers allow 64 kB of keepalive requests; a character takes up to three bytes. */
const MAX_KEEPALIVE_LENGTH = 20000;

type Operation = keyof typeof DOCUMENTS;

/** The result of each operation. */
interface Results {
  readonly createRecord: string;
  readonly updateRecord: boolean;
  readonly createAction: string;
  readonly updateAction: boolean;
}

/** The connection to one server. */
export interface Connection {
  /** Rejects unless the server confirms the operation. All operations but `updateRecord` are retried. */
  request<O extends Operation>(operation: O, variables: object): Promise<Results[O]>;
}

export function connect(server: string, hasCredentials: boolean): Connection {
  const address = `${server + (server.endsWith('/') ? '' : '/')}api`;
  const queue = new Queue(address, post, write('updateRecord', { recordId: OWNER_ID }));
  let pendingLength = 0;

  async function post(body: string): Promise<Answer> {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
    pendingLength += body.length;
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json;charset=UTF-8' },
        credentials: hasCredentials ? 'include' : 'same-origin',
        keepalive: pendingLength < MAX_KEEPALIVE_LENGTH,
        priority: 'low',
        signal: controller.signal,
        body,
      });
      const retryAfter = readSeconds(response.headers.get('Retry-After'));
      return readAnswer(response.status, await response.text(), retryAfter);
    } catch {
      // The browser has already logged the reason.
      return readAnswer();
    } finally {
      clearTimeout(timer);
      pendingLength -= body.length;
    }
  }

  return {
    async request(operation, variables) {
      await waitUntilShown();
      if (operation !== 'updateRecord') return queue.add((key) => write(operation, variables, key));
      const { error, value } = await queue.send(write(operation, variables));
      if (error) throw new Error(error);
      return value;
    },
  } as Connection;
}

/** Reads `Retry-After`: seconds or a date. */
function readSeconds(text: string | null): number {
  return Number(text) || (Date.parse(`${text}`) - Date.now()) / 1000 || 0;
}

function write(operation: Operation, variables: object, idempotencyKey?: string): string {
  // A variable or a header that Ackee doesn't know would be refused.
  const extensions = idempotencyKey && { idempotencyKey };
  return JSON.stringify({ query: DOCUMENTS[operation], variables, extensions });
}
