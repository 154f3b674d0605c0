export default ([address, domain, event, options]) => {
  window.client = ours.create(address, options);
  window.recording = client.record(domain);
  window.act = (key) => client.action(event, { key, value: 1 });
  window.outcomes = [];
  const note = (promise) =>
    promise.then(
      (value) => outcomes.push(typeof value === 'string' ? 'id' : String(value)),
      (error) => outcomes.push(error.message),
    );
  // Nobody listens to the first of each.
  act('/ignored');
  note(recording.id);
  note(act('/first'));
};
