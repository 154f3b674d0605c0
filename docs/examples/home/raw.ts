const stored = localStorage.getItem('settings');
const settings = JSON.parse(stored ?? '{"theme":"light"}');

// No error, neither here nor at run time.
settings.theem = 'dark';
localStorage.setItem('settings', JSON.stringify(settings));

// Stored: {"theme":"light","theem":"dark"}
