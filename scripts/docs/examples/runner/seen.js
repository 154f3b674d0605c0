// What a person sees in a document, and what is stored there; for pages and for frames alike.

(() => {
  const task = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  // Headless Chromium sometimes draws no more frames. Nothing changes on the screen then.
  const frame = () => Promise.race([new Promise(requestAnimationFrame), task(1000)]);

  /** Until frameworks have shown what they were told. */
  window.settle = async () => {
    await task();
    await frame();
    await frame(); // older versions of React run effects after the first
    await task();
  };

  const renderField = (field) => {
    const label =
      field.labels?.[0]?.textContent.trim() || field.name || field.placeholder || 'field';
    const isBox = field.type === 'checkbox' || field.type === 'radio';
    return `${label.replace(/:$/, '')}: ${isBox ? (field.checked ? 'on' : 'off') : field.value}`;
  };

  /** What a person sees. */
  window.show = () => {
    const fields = [...document.querySelectorAll('input, textarea, select')];
    // innerText, because only what can be seen counts.
    const text = document.body.innerText.split('\n').map((line) => line.trim());
    return [...text.filter(Boolean), ...fields.map(renderField)];
  };

  /** What is stored, seen from a document where nothing is protected or denied. */
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
