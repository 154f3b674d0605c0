import { isOffline, waitUntilShown } from './page.ts';

/** Operation, what it declares, what it passes on and what is read; the contract has them whole. */
const DOCUMENTS = {
  createRecord:
    'mutation createRecord($domainId: ID!, $input: CreateRecordInput!) { createRecord(domainId: $domainId, input: $input) { payload { id } } }',
  updateRecord: 'mutation updateRecord($recordId: ID!) { updateRecord(id: $recordId) { success } }',
  createAction:
    'mutation createAction($eventId: ID!, $input: CreateActionInput!) { createAction(eventId: $eventId, input: $input) { payload { id } } }',
  updateAction:
    'mutation updateAction($actionId: ID!, $input: UpdateActionInput!) { updateAction(id: $actionId, input: $input) { success } }',
};

/** A server that has not answered by then is not waited for: the next update is due. */
const TIMEOUT_MS = 15000;
/** Browsers let 64 kB of requests outlive their page, and a character may take three bytes. */
const MAX_KEPT_LENGTH = 20000;

type Operation = keyof typeof DOCUMENTS;

/** What is read from the answer to each operation. */
interface Values {
  readonly createRecord: string;
  readonly updateRecord: boolean;
  readonly createAction: string;
  readonly updateAction: boolean;
}

/** The way to one server. */
export interface Connection {
  /** The id or the success of an operation, `undefined` if no answer came. A bad one rejects. */
  ask<O extends Operation>(operation: O, variables: object): Promise<Values[O] | undefined>;
}

export function connect(server: string, hasCredentials: boolean): Connection {
  const address = `${server + (server.endsWith('/') ? '' : '/')}api`;
  let keptLength = 0;

  /** Status and text of the answer; nothing unless it comes, whole and in time. */
  async function post(body: string): Promise<readonly [number, string] | undefined> {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
    keptLength += body.length;
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json;charset=UTF-8' },
        credentials: hasCredentials ? 'include' : 'same-origin',
        keepalive: keptLength < MAX_KEPT_LENGTH,
        priority: 'low',
        signal: controller.signal,
        body,
      });
      return [response.status, await response.text()];
    } catch {
      // The browser has told the console why.
      return undefined;
    } finally {
      clearTimeout(timer);
      keptLength -= body.length;
    }
  }

  return {
    async ask(operation, variables) {
      await waitUntilShown();
      if (isOffline()) return undefined;
      const answer = await post(JSON.stringify({ query: DOCUMENTS[operation], variables }));
      return answer && readAnswer(operation, ...answer);
    },
  };
}

function readAnswer<O extends Operation>(operation: O, status: number, text: string): Values[O] {
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
