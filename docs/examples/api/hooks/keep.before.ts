localStorage.setItem(
  'settings-storage',
  '{"state":{"color":"dark"},"version":1}',
);
