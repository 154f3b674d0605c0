localStorage.setItem('app-theme', 'dark');
localStorage.setItem('app-token', '123');
