localStorage.setItem('appearance', '{"theme":"dark","density":"compact"}');
