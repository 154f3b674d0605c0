/** Makes the intervals of a page run only when a test calls `passTime`, and detects started programs. */
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
  let hasStarted = false;
  const { MessageChannel } = self;
  self.MessageChannel = class extends MessageChannel {
    constructor() {
      super();
      this.port1.addEventListener('message', ({ data }) => {
        hasStarted ||= data?.type === 'started';
      });
    }
  };
  self.isRunning = () => hasStarted && intervals.size > 0;
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
