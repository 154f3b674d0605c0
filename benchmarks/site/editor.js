/** Measures how soon the sample editor underlines a type error, and its long tasks. */

const findCode = () => document.querySelector('.live-code')?.shadowRoot;

/** Inserts text before the line with a prefix. Returns false if the editor is not ready. */
const insertBefore = (root, prefix, text) => {
  if (!root?.activeElement?.matches('.cm-content')) return false;
  const found = [...root.querySelectorAll('.cm-line')].find((it) =>
    it.textContent.startsWith(prefix),
  );
  getSelection().collapse(found, 0);
  return document.execCommand('insertText', false, text);
};

/**
 * Milliseconds from a click on Edit to the frame with an underlined mistake, which is inserted as
 * soon as the editor is ready.
 */
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
