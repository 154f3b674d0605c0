localStorage.setItem('settings', '{"theme":"dark"}');
