localStorage.setItem('settings', '{"theme":"dark","fontSize":22}');
