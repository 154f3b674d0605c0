/** Measures the editor of samples: how soon it marks a mistake, and how long its tasks are. */

const findCode = () => document.querySelector('.live-code')?.shadowRoot;

/** Inserts text before the line that starts with another. Returns whether that is possible yet. */
const insertBefore = (root, line, text) => {
  if (!root?.activeElement?.matches('.cm-content')) return false;
  const found = [...root.querySelectorAll('.cm-line')].find((it) =>
    it.textContent.startsWith(line),
  );
  getSelection().collapse(found, 0);
  return document.execCommand('insertText', false, text);
};

/** Milliseconds from a click on Edit to the frame with an underlined mistake, inserted at once. */
window.timeSquiggle = (button, { line, mistake }) =>
  new Promise((resolve) => {
    let isInserted = false;
    const start = performance.now();
    const look = () => {
      const root = findCode();
      if (!isInserted) isInserted = insertBefore(root, line, mistake);
      if (root?.querySelector('.cm-lintRange-error')) resolve(performance.now() - start);
      else requestAnimationFrame(look);
    };
    button.click();
    requestAnimationFrame(look);
  });

/** From now on, collects the milliseconds of long tasks of this page, without those of iframes. */
window.watchTasks = () => {
  window.tasks = [];
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'self') tasks.push(duration);
  }).observe({ type: 'longtask' });
};
