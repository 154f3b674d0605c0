// Takes away what a store needs to see that its write was undone: the value before.

(() => {
  const listen = window.addEventListener;
  window.addEventListener = (type, listener, options) => {
    const withoutPast = ({ storageArea, key, newValue }) =>
      listener({ storageArea, key, newValue, oldValue: null });
    listen.call(window, type, type === 'storage' ? withoutPast : listener, options);
  };
})();
