const state = { theme: 'dark', fontSize: 18 };
localStorage.setItem('settings-storage', JSON.stringify({ state, version: 0 }));
