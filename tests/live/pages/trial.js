/** A page of the site that runs programs in frames and records their messages. */

const MAX_MESSAGES = 3000;
const observed = { errors: [], violations: [], channel: [] };
addEventListener('error', ({ message }) => observed.errors.push(message));
addEventListener('unhandledrejection', ({ reason }) => observed.errors.push(String(reason)));
addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
  observed.violations.push(`${effectiveDirective} ${blockedURI}`),
);
new BroadcastChannel('site').onmessage = ({ data }) => observed.channel.push(data);

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

/** Runs a program in an open frame; resolves when it ends, or after `timeout` milliseconds. */
function runIn(frame, program, timeout, ends = ['done', 'stopped']) {
  const { port1, port2 } = new MessageChannel();
  messages = [];
  let timer;
  return new Promise((resolve) => {
    const onLeave = ({ source, data }) => {
      if (source === frame.contentWindow && data?.type === 'left') end('left');
    };
    const end = (how) => {
      clearTimeout(timer);
      removeEventListener('message', onLeave);
      resolve({ how, messages });
    };
    timer = setTimeout(end, timeout, 'silent');
    port1.onmessage = ({ data }) => {
      if (messages.length < MAX_MESSAGES) messages.push(data);
      if (ends.includes(data?.type)) end(data.type);
    };
    addEventListener('message', onLeave);
    frame.port = port1;
    frame.contentWindow.postMessage(start(program), '*', [port2]);
  });
}

/** Runs two programs in two frames: the second is open, and waits, while the first one runs. */
async function runBoth(address, first, second, timeout = 3000) {
  for (const frame of document.querySelectorAll('iframe')) frame.remove();
  const frames = await Promise.all([openFrame(address), openFrame(address)]);
  return [await runIn(frames[0], first, timeout), await runIn(frames[1], second, timeout)];
}

/** Sends a program to a window. Returns its responses until a regular frame has run the program. */
async function offer(target, program, address) {
  const { port1, port2 } = new MessageChannel();
  const answers = [];
  port1.onmessage = ({ data }) => answers.push(data);
  target.postMessage(start(program), '*', [port2]);
  await runIn(await openFrame(address), program, 5000);
  return answers;
}

/** Runs a program in a new frame. */
async function run(address, program, timeout = 5000, ends = undefined) {
  for (const frame of document.querySelectorAll('iframe')) frame.remove();
  return runIn(await openFrame(address), program, timeout, ends);
}

/** Runs programs at the same time, each in its own frame. */
async function runAll(address, programs, timeout) {
  for (const frame of document.querySelectorAll('iframe')) frame.remove();
  const frames = await Promise.all(programs.map(() => openFrame(address)));
  await Promise.all(frames.map((frame, index) => runIn(frame, programs[index], timeout)));
}

/** Sends every type of message to the last frame; resolves with whether it responded. */
function sendEveryMessage(timeout = 1000) {
  const { port } = document.querySelector('iframe:last-of-type');
  return new Promise((resolve) => {
    port.addEventListener('message', ({ data }) => data?.type === 'pong' && resolve(true));
    port.postMessage({ type: 'color-mode', colorMode: 'dark' });
    port.postMessage({ type: 'storage', key: 'other', text: 'tab' });
    port.postMessage({ type: 'ping', id: 7 });
    setTimeout(resolve, timeout, false);
  });
}

/** Returns the recorded events since the last call, and all messages of the program. */
function takeObserved() {
  const taken = structuredClone({ ...observed, messages });
  for (const list of Object.values(observed)) list.length = 0;
  return taken;
}

Object.assign(window, {
  offer,
  openFrame,
  run,
  runAll,
  runBoth,
  runIn,
  sendEveryMessage,
  takeObserved,
});
