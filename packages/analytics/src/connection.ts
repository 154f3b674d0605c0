import { isOffline, waitUntilShown } from './page.ts';

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

/** The time until the next update. */
const TIMEOUT_MS = 15000;
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
  /** Resolves to `undefined` if there was no response. Rejects if the response is an error. */
  request<O extends Operation>(operation: O, variables: object): Promise<Results[O] | undefined>;
}

export function connect(server: string, hasCredentials: boolean): Connection {
  const address = `${server + (server.endsWith('/') ? '' : '/')}api`;
  let pendingLength = 0;

  /** Returns the status and the text of the response, or undefined if it didn't arrive in time. */
  async function post(body: string): Promise<readonly [number, string] | undefined> {
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
      return [response.status, await response.text()];
    } catch {
      // The browser has already logged the reason.
      return undefined;
    } finally {
      clearTimeout(timer);
      pendingLength -= body.length;
    }
  }

  return {
    async request(operation, variables) {
      await waitUntilShown();
      if (isOffline()) return undefined;
      const response = await post(JSON.stringify({ query: DOCUMENTS[operation], variables }));
      return response && parseResponse(operation, ...response);
    },
  };
}

function parseResponse<O extends Operation>(
  operation: O,
  status: number,
  text: string,
): Results[O] {
  if (status !== 200) throw new Error('Server returned with an unhandled status');
  let message: string;
  try {
    const { errors, data } = JSON.parse(text);
    if (!errors?.length) {
      const { payload, success } = data[operation];
      return payload ? payload.id : success;
    }
    message = errors[0].message;
  } catch {
    throw new Error('Failed to parse response from server');
  }
  throw new Error(message);
}
