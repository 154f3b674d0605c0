localStorage.setItem('view', '{"fontSize":18}');
