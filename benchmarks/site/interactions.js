/** Measures from an event to the first frame in which a user sees its effect. */

/** Milliseconds from the last key until a condition holds. */
window.timeUntil = (isThere) =>
  new Promise((resolve) => {
    let from = Number.POSITIVE_INFINITY;
    const note = () => {
      from = performance.now();
    };
    addEventListener('keydown', note, { capture: true });
    const look = () => {
      const time = performance.now() - from;
      if (time > 0 && isThere()) {
        removeEventListener('keydown', note, { capture: true });
        resolve(time);
      } else {
        requestAnimationFrame(look);
      }
    };
    requestAnimationFrame(look);
  });

const readResults = () =>
  [...document.querySelectorAll('.search [role=option]')].map((e) => e.textContent).join();

window.watchOpening = () => {
  window.time = timeUntil(() => document.activeElement.matches('dialog[open] input'));
};

window.watchResults = () => {
  const before = readResults();
  window.time = timeUntil(() => ![before, ''].includes(readResults()));
};

/** Milliseconds from a click on Run until the panel contains an element. */
window.timeRun = (button, selector) =>
  new Promise((resolve) => {
    const start = performance.now();
    const observer = new MutationObserver(() => {
      if (!document.querySelector(selector)) return;
      observer.disconnect();
      resolve(performance.now() - start);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    button.click();
  });
