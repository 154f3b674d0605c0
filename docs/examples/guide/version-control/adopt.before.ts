localStorage.setItem('night-mode', '1');
localStorage.setItem('font', '18px');
