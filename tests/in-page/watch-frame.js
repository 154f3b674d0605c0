export default () =>
  new Promise((resolve) => {
    const frame = document.querySelector('.live-panel iframe');
    let start = performance.now();
    let last = start;
    let gap = 0;
    frame.addEventListener('load', () => {
      start = performance.now();
    });
    const timer = setInterval(() => {
      const now = performance.now();
      gap = Math.max(gap, now - last);
      last = now;
      if (frame.isConnected) return;
      clearInterval(timer);
      resolve([now - start, gap]);
    }, 10);
  });
