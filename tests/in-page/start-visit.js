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
  // The first promise of each is ignored.
  act('/ignored');
  recordOutcome(recording.id);
  recordOutcome(act('/first'));
};
