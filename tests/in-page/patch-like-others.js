export default () => {
  window.heard = [];
  window.patchSetItem = () => {
    const { setItem } = Storage.prototype;
    const theirs = function (key, value) {
      heard.push(key);
      return setItem.call(this, key, value);
    };
    Storage.prototype.setItem = theirs;
    return theirs;
  };
  window.attempt = () => {
    try {
      localStorage.setItem('m', '{"n":"raw"}');
      return 'passes';
    } catch ({ code }) {
      return code;
    }
  };
};
