// Both clients with the same interface: window.clients.ours and window.clients.reference.
import * as ours from '/analytics/index.mjs';

const { ackeeTracker: reference } = window;

window.ours = ours;
window.clients = {
  ours: {
    create: ours.create,
    attributes: ours.attributes,
    detect: ours.detect,
  },
  reference: {
    create(server, options) {
      const client = reference.create(server, options);
      return {
        record(domainId, attributes) {
          let stop;
          const id = new Promise((resolve) => {
            stop = client.record(domainId, attributes, resolve).stop;
          });
          return { id, stop };
        },
        updateRecord: (recordId) => ({
          id: Promise.resolve(recordId),
          ...client.updateRecord(recordId),
        }),
        action: (eventId, input) =>
          new Promise((resolve) => client.action(eventId, input, resolve)),
        // It doesn't report when the response has arrived.
        updateAction: async (actionId, input) => client.updateAction(actionId, input),
      };
    },
    attributes: async (detailed) => reference.attributes(detailed),
    detect: reference.detect,
  },
};

/** Calls every method of a client, one after another; the test controls the clock. */
window.visit = async (name, server, options, { domain, event, attributes }) => {
  const client = window.clients[name].create(server, options);
  const recording = client.record(domain, attributes);
  const recordId = await recording.id;
  const actionId = await client.action(event, { key: '/guide/', value: 1 });
  await client.updateAction(actionId, { key: '/guide/', value: 2, details: '存储' });
  window.recording = recording;
  window.again = () => {
    recording.stop();
    window.second = client.updateRecord(recordId);
  };
  return [recordId, actionId].map(Boolean);
};
