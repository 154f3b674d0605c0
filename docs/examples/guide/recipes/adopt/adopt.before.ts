localStorage.setItem('theme', 'dark');
localStorage.setItem('font-size', '18');
