/** Makes the intervals of a page run only when a test calls `passTime`. */
export default () => {
  if (self !== top) return;
  const intervals = new Map();
  let now = 0;
  let count = 0;
  self.setInterval = (run, period) => {
    count += 1;
    intervals.set(count, { run, period, due: now + period });
    return count;
  };
  self.clearInterval = (id) => intervals.delete(id);
  self.hasIntervals = () => intervals.size > 0;
  self.passTime = (milliseconds) => {
    for (const end = now + milliseconds; now < end; now += 1) {
      for (const interval of intervals.values()) {
        if (interval.due !== now + 1) continue;
        interval.due += interval.period;
        interval.run();
      }
    }
  };
};
