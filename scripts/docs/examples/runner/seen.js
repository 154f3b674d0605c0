// Reads the visible text and the stored entries of a document, for pages and frames.

(() => {
  const task = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  // Headless Chromium sometimes stops drawing frames when nothing changes on the screen.
  const frame = () => Promise.race([new Promise(requestAnimationFrame), task(1000)]);

  /** Waits until frameworks have rendered all updates. */
  window.settle = async () => {
    await task();
    await frame();
    await frame(); // older versions of React run effects after the first frame
    await task();
  };

  const renderField = (field) => {
    const label =
      field.labels?.[0]?.textContent.trim() || field.name || field.placeholder || 'field';
    const isBox = field.type === 'checkbox' || field.type === 'radio';
    return `${label.replace(/:$/, '')}: ${isBox ? (field.checked ? 'on' : 'off') : field.value}`;
  };

  /** The visible lines of text, then the fields with their values. */
  window.show = () => {
    const fields = [...document.querySelectorAll('input, textarea, select')];
    // innerText omits hidden elements.
    const text = document.body.innerText.split('\n').map((line) => line.trim());
    return [...text.filter(Boolean), ...fields.map(renderField)];
  };

  /** The stored entries, read in an iframe, in which storage is neither protected nor denied. */
  window.readStored = () => {
    const frame = document.createElement('iframe');
    document.documentElement.append(frame);
    const stored = ['localStorage', 'sessionStorage'].flatMap((name) =>
      Object.entries(frame.contentWindow[name])
        .sort()
        .map((entry) => [name, ...entry]),
    );
    frame.remove();
    return stored;
  };
})();
