import { attributes } from './attributes.ts';
import { connect } from './connection.ts';
import { isServer } from './page.ts';
import { ignoreRejection } from './promises.ts';
import { keepUpdated } from './recording.ts';
import { isBot, isLocalHost, isOwnerId, type PrivacySignals, wantsPrivacy } from './rules.ts';
import type { Client, Options } from './types.ts';

/** Creates a client for the server at a URL. It sends nothing if the visit must not be counted. */
export function create(server: string, options?: Options | null): Client {
  const { detailed, ignoreLocalhost, ignoreOwnVisits, respectPrivacySignals, updateOnHide } =
    options ?? {};
  if (isServer() || (respectPrivacySignals === true && wantsPrivacy(navigator as PrivacySignals))) {
    return createInactiveClient();
  }
  if (ignoreLocalhost !== false && isLocalHost(location.hostname)) {
    return createInactiveClient('you are on localhost');
  }
  if (isBot(navigator.userAgent)) return createInactiveClient('you are a bot');

  const connection = connect(server, ignoreOwnVisits !== false);
  return {
    isActive: true,
    record(domainId, given) {
      const id = Promise.resolve(given ?? attributes(detailed))
        .then((input) => connection.request('createRecord', { domainId, input }))
        .then(ignoreOwner);
      return keepUpdated(connection, id, updateOnHide);
    },
    updateRecord: (recordId) =>
      keepUpdated(connection, Promise.resolve(ignoreOwner(recordId)), updateOnHide),
    action(eventId, input) {
      const id = connection.request('createAction', { eventId, input });
      return ignoreRejection(id.then(ignoreOwner));
    },
    updateAction(actionId, input) {
      if (!ignoreOwner(actionId)) return Promise.resolve(undefined);
      return ignoreRejection(connection.request('updateAction', { actionId, input }));
    },
  };
}

/** Returns the id, or undefined with a warning if the visitor owns the site. */
function ignoreOwner(id: string | undefined): string | undefined {
  if (!isOwnerId(id)) return id;
  warn('this is your own site');
  return undefined;
}

function warn(reason: string): void {
  console.warn(`Ackee ignores you because ${reason}`);
}

/** Creates a client that sends nothing. */
function createInactiveClient(reason?: string): Client {
  if (reason) warn(reason);
  const nothing = Promise.resolve(undefined);
  const recording = { id: nothing, ended: nothing, stop() {} };
  return {
    isActive: false,
    record: () => recording,
    updateRecord: () => recording,
    action: () => nothing,
    updateAction: () => nothing,
  };
}
