// Reloads the page after each build of `docsite dev`, and shows build errors, and warnings about the page. A separate file
// without inline styles, because the content security policy also applies here.
(() => {
  const SCROLL_KEY = 'docsite-live-scroll';
  const own = document.currentScript;
  // Until the first successful build, the page itself contains the problem.
  const box = document.querySelector('#docsite-problem') ?? document.createElement('pre');
  box.id = 'docsite-problem';
  box.popover = 'manual';
  box.setAttribute('role', 'alert');
  Object.assign(box.style, {
    position: 'fixed',
    inset: 'auto 1rem 1rem',
    width: 'auto',
    maxHeight: '60vh',
    margin: '0',
    padding: '1rem',
    overflow: 'auto',
    whiteSpace: 'pre-wrap',
    font: '0.875rem/1.5 ui-monospace, monospace',
    color: '#fff',
    border: '0',
    borderRadius: '0.5rem',
  });

  function show(text, background) {
    box.textContent = text;
    box.style.background = background;
    if (!box.isConnected) document.documentElement.append(box);
    if (!box.matches(':popover-open')) box.showPopover();
  }

  function reload() {
    const position = JSON.stringify([location.href, scrollX, scrollY]);
    sessionStorage.setItem(SCROLL_KEY, position);
    location.reload();
  }

  function restoreScroll() {
    const [address, x, y] = JSON.parse(sessionStorage.getItem(SCROLL_KEY) ?? '[]');
    sessionStorage.removeItem(SCROLL_KEY);
    if (address === location.href) scrollTo({ left: x, top: y, behavior: 'instant' });
  }

  function connect() {
    const events = new EventSource(new URL('events', own.src));
    events.onmessage = (event) => {
      const { build, problem } = JSON.parse(event.data);
      if (problem) show(problem, '#8c1d18');
      else if (build !== own.dataset.build) reload();
      else if (own.dataset.note) show(own.dataset.note, '#6b4b00');
      else box.remove();
    };
    return events;
  }

  // Browsers limit the connections to a host to six, so hidden tabs must not use any.
  let events;
  function updateConnection() {
    if (document.hidden) events?.close();
    else events = connect();
  }

  restoreScroll();
  updateConnection();
  document.addEventListener('visibilitychange', updateConnection);
})();
