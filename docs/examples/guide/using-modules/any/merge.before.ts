localStorage.setItem('preferences', '{"editor":{"tabs":2}}');
