// Removes the old value from events, which a store needs to detect that its write was undone.

(() => {
  const listen = window.addEventListener;
  window.addEventListener = (type, listener, options) => {
    const withoutPast = ({ storageArea, key, newValue }) =>
      listener({ storageArea, key, newValue, oldValue: null });
    listen.call(window, type, type === 'storage' ? withoutPast : listener, options);
  };
})();
