// A theme of app 1.4, and a color mode that was set after its migration had failed.
localStorage.setItem('settings', '{"theme":"dark"}');
localStorage.setItem('settings_v2', '{"colorMode":"light"}');
