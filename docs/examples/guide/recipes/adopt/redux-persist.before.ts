const slices = {
  settings: JSON.stringify({ theme: 'dark', fontSize: 18 }),
  cart: JSON.stringify({ items: ['tea'] }),
  _persist: JSON.stringify({ version: -1, rehydrated: true }),
};
localStorage.setItem('persist:root', JSON.stringify(slices));
