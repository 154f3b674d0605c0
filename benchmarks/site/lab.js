// Runs before all other scripts of a document and writes measurements to `lab`. Events that the
// benchmark waits for are logged to the console, because polling would keep the page busy.
(() => {
  const lab = { fcp: 0, lcp: 0, shift: 0, blocking: 0, alive: 0 };
  globalThis.lab = lab;
  const LONG_TASK_MS = 50;

  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
    });
  const log = (event, time) => console.debug(`lab: ${event} ${performance.timeOrigin + time}`);

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

  // --- Interactive: the first button that needs scripts is enabled -----------------------------

  function recordInteractive() {
    if (!lab.alive) {
      lab.alive = performance.now();
      log('alive', lab.alive);
    }
  }
  new MutationObserver((changes) => {
    if (changes.some(({ target }) => target.matches('button:enabled'))) recordInteractive();
  }).observe(document, { subtree: true, attributeFilter: ['disabled'] });
  addEventListener('load', () => {
    if (!document.querySelector('button:disabled')) recordInteractive();
  });

  // --- From a click to the painted heading -------------------------------------------------------

  addEventListener('click', ({ timeStamp }) => log('clicked', timeStamp), { capture: true });
  watch('element', ({ renderTime }) => log('painted', renderTime));
  new MutationObserver(() => {
    for (const heading of document.querySelectorAll('h1:not([elementtiming])')) {
      heading.setAttribute('elementtiming', 'heading');
    }
  }).observe(document, { subtree: true, childList: true });
})();
