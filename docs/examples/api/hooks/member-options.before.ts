localStorage.setItem('draft-7', 'Dear');
