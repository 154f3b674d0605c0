localStorage.setItem('banner', '{"dismissed":true,"$expires.dismissed":1767225600000}');
