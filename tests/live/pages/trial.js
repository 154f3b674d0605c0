/** A page of the site that runs programs in frames and records their messages. */

const MOST_MESSAGES = 3000;
const heard = { errors: [], violations: [], channel: [] };
addEventListener('error', ({ message }) => heard.errors.push(message));
addEventListener('unhandledrejection', ({ reason }) => heard.errors.push(String(reason)));
addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
  heard.violations.push(`${effectiveDirective} ${blockedURI}`),
);
new BroadcastChannel('site').onmessage = ({ data }) => heard.channel.push(data);

/** The messages of the program that runs. */
let messages = [];

const start = (program) => ({
  type: 'start',
  program,
  entries: [],
  language: 'en-US',
  colorMode: 'light',
});

/** Opens a frame; resolves when it is loaded. */
function openFrame(address, sandbox = 'allow-scripts') {
  const frame = document.createElement('iframe');
  if (sandbox) frame.setAttribute('sandbox', sandbox);
  frame.src = address;
  document.body.append(frame);
  return new Promise((resolve) => {
    frame.addEventListener('load', () => resolve(frame), { once: true });
  });
}

/** Runs a program in an open frame; resolves when it ends, or after `patience` milliseconds. */
function runIn(frame, program, patience, ends = ['done', 'stopped']) {
  const { port1, port2 } = new MessageChannel();
  messages = [];
  let late;
  return new Promise((resolve) => {
    const leave = ({ source, data }) => {
      if (source === frame.contentWindow && data?.type === 'left') end('left');
    };
    const end = (how) => {
      clearTimeout(late);
      removeEventListener('message', leave);
      resolve({ how, messages });
    };
    late = setTimeout(end, patience, 'silent');
    port1.onmessage = ({ data }) => {
      if (messages.length < MOST_MESSAGES) messages.push(data);
      if (ends.includes(data?.type)) end(data.type);
    };
    addEventListener('message', leave);
    frame.port = port1;
    frame.contentWindow.postMessage(start(program), '*', [port2]);
  });
}

/** Runs two programs in two frames: the second is open, and waits, while the first one runs. */
async function runBeside(address, first, second, patience = 3000) {
  for (const frame of document.querySelectorAll('iframe')) frame.remove();
  const frames = await Promise.all([openFrame(address), openFrame(address)]);
  return [await runIn(frames[0], first, patience), await runIn(frames[1], second, patience)];
}

/** Offers a program to a window, and returns what came back until a proper frame had run it. */
async function offer(target, program, address) {
  const { port1, port2 } = new MessageChannel();
  const answers = [];
  port1.onmessage = ({ data }) => answers.push(data);
  target.postMessage(start(program), '*', [port2]);
  await runIn(await openFrame(address), program, 5000);
  return answers;
}

/** Runs a program in a new frame. */
async function run(address, program, patience = 5000, ends = undefined) {
  for (const frame of document.querySelectorAll('iframe')) frame.remove();
  return runIn(await openFrame(address), program, patience, ends);
}

/** Sends every message of a page to the last frame, and waits for its answer. */
function prod(patience = 1000) {
  const { port } = document.querySelector('iframe:last-of-type');
  return new Promise((resolve) => {
    port.addEventListener('message', ({ data }) => data?.type === 'pong' && resolve(true));
    port.postMessage({ type: 'color-mode', colorMode: 'dark' });
    port.postMessage({ type: 'storage', key: 'other', text: 'tab' });
    port.postMessage({ type: 'ping', id: 7 });
    setTimeout(resolve, patience, false);
  });
}

/** Returns the recorded events since the last call, and all messages of the program. */
function takeHeard() {
  const taken = structuredClone({ ...heard, told: messages });
  for (const list of Object.values(heard)) list.length = 0;
  return taken;
}

Object.assign(window, { offer, openFrame, prod, run, runBeside, runIn, takeHeard });
