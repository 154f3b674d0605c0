localStorage.setItem(
  'preferences',
  '{"editor":{"tabs":2},"filters":{"open":true}}',
);
