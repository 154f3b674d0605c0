localStorage.setItem('appearance', '{"theme":"dark"}');
