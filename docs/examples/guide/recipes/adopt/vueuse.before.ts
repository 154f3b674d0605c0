localStorage.setItem('app-theme', 'dark');
localStorage.setItem('app-font-size', '18');
