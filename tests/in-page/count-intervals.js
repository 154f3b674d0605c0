/** Tracks the ids of the running intervals that the analytics client started. */
export default () => {
  window.intervals = new Set();
  const { setInterval: set, clearInterval: clear } = window;
  window.setInterval = (task, delay, ...rest) => {
    const id = set(task, delay, ...rest);
    if (delay === 15000) intervals.add(id);
    return id;
  };
  window.clearInterval = (id) => {
    intervals.delete(id);
    clear(id);
  };
};
