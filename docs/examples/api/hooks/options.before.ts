localStorage.setItem('draft', '{"title":"Dear Ada"}');
