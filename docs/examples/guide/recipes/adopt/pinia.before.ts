localStorage.setItem('preferences', JSON.stringify({ theme: 'dark', fontSize: 18 }));
