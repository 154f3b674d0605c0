import { attributes } from './attributes.ts';
import { connect } from './connection.ts';
import { isServer } from './page.ts';
import { ignoreFailure } from './promises.ts';
import { keepUpdated } from './recording.ts';
import { isBot, isLocalHost, isOwnerId, type PrivacySignals, wantsPrivacy } from './rules.ts';
import type { Client, Options } from './types.ts';

/** Creates a client for the server at a URL. It sends nothing if the visit must not be counted. */
export function create(server: string, options?: Options | null): Client {
  const { detailed, ignoreLocalhost, ignoreOwnVisits, respectPrivacySignals, updateOnHide } =
    options ?? {};
  if (isServer() || (respectPrivacySignals === true && wantsPrivacy(navigator as PrivacySignals))) {
    return createIdle();
  }
  if (ignoreLocalhost !== false && isLocalHost(location.hostname)) {
    return createIdle('you are on localhost');
  }
  if (isBot(navigator.userAgent)) return createIdle('you are a bot');

  const connection = connect(server, ignoreOwnVisits !== false);
  return {
    isActive: true,
    record(domainId, given) {
      const id = Promise.resolve(given ?? attributes(detailed))
        .then((input) => connection.ask('createRecord', { domainId, input }))
        .then(dropOwner);
      return keepUpdated(connection, id, updateOnHide);
    },
    updateRecord: (recordId) =>
      keepUpdated(connection, Promise.resolve(dropOwner(recordId)), updateOnHide),
    action(eventId, input) {
      const answer = connection.ask('createAction', { eventId, input });
      return ignoreFailure(answer.then(dropOwner));
    },
    updateAction(actionId, input) {
      if (!dropOwner(actionId)) return Promise.resolve(undefined);
      return ignoreFailure(connection.ask('updateAction', { actionId, input }));
    },
  };
}

/** The id, unless it says that the visitor owns the site. */
function dropOwner(id: string | undefined): string | undefined {
  if (!isOwnerId(id)) return id;
  warn('this is your own site');
  return undefined;
}

function warn(reason: string): void {
  console.warn(`Ackee ignores you because ${reason}`);
}

/** Looks like any other client, and sends nothing. */
function createIdle(reason?: string): Client {
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
