export default ([address, domain, event, options]) => {
  window.client = ours.create(address, options);
  window.recording = client.record(domain);
  window.act = (key) => client.action(event, { key, value: 1 });
  window.outcomes = [];
  const recordOutcome = (promise) =>
    promise.then(
      (value) => outcomes.push(typeof value === 'string' ? 'id' : String(value)),
      (error) => outcomes.push(error.message),
    );
  // Its promise has no handler: a rejection must not be reported as unhandled.
  act('/ignored');
  recordOutcome(recording.id);
  recordOutcome(act('/first'));
};
