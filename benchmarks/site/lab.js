// Runs in each document before everything else. What it sees goes into `lab`, and what somebody
// waits for to the console, because asking again and again would itself keep the page busy.
(() => {
  const lab = { fcp: 0, lcp: 0, shift: 0, blocking: 0, alive: 0 };
  globalThis.lab = lab;
  const LONG_TASK_MS = 50;

  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
    });
  const say = (what, time) => console.debug(`lab: ${what} ${performance.timeOrigin + time}`);

  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') lab.fcp = startTime;
  });
  watch('largest-contentful-paint', ({ startTime }) => {
    lab.lcp = startTime;
  });
  watch('layout-shift', ({ value }) => {
    lab.shift += value;
  });
  watch('longtask', ({ duration }) => {
    lab.blocking += duration - LONG_TASK_MS;
  });

  // --- When the page is alive: its first button that needs scripts can be pressed ---------------

  function setAlive() {
    if (!lab.alive) {
      lab.alive = performance.now();
      say('alive', lab.alive);
    }
  }
  new MutationObserver((changes) => {
    if (changes.some(({ target }) => target.matches('button:enabled'))) setAlive();
  }).observe(document, { subtree: true, attributeFilter: ['disabled'] });
  addEventListener('load', () => {
    if (!document.querySelector('button:disabled')) setAlive();
  });

  // --- From a click to the painted heading -------------------------------------------------------

  addEventListener('click', ({ timeStamp }) => say('clicked', timeStamp), { capture: true });
  watch('element', ({ renderTime }) => say('painted', renderTime));
  new MutationObserver(() => {
    for (const heading of document.querySelectorAll('h1:not([elementtiming])')) {
      heading.setAttribute('elementtiming', 'heading');
    }
  }).observe(document, { subtree: true, childList: true });
})();
