localStorage.setItem('settings', '{"theme":"dark"}');
await import('./carry-over');
