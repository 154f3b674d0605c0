localStorage.setItem('theme', 'dark');
localStorage.setItem('font', '18px');
