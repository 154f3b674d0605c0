/** Waits for a program, runs it, and reports its output and state to the page. */

import { uncurry, uncurryGetter } from '../natives.ts';
import type { FromFrame, Start, ToFrame } from '../protocol.ts';
import { confine } from './confinement.ts';
import { watchConsole } from './console.ts';
import { createGuard } from './guard.ts';
import { watchHeight } from './height.ts';
import { type Packages, runProgram } from './program.ts';
import { type Stored, watchStorage } from './stored.ts';
import { afterDrawing, later } from './turns.ts';

/** The parts that differ between the frameworks. */
interface Host {
  readonly packages: Packages;
  /** Renders the exports of the entry module. */
  readonly mount?: (exports: object, name: string) => void;
}

/** Listens for the message that starts the program, which the outer document forwards. */
export function startFrame(host: Host): void {
  if (self.origin !== 'null' || parent === self) return;
  const receive = ({ source, data, ports: [port] }: MessageEvent<Start | undefined>) => {
    if (source !== parent || data?.type !== 'start' || !port) return;
    removeEventListener('message', receive);
    run(host, data, port);
  };
  addEventListener('message', receive);
}

function run({ packages, mount }: Host, start: Start, port: MessagePort): void {
  const { program, language, colorMode, entries } = start;
  const send = port.postMessage.bind(port) as (message: FromFrame) => void;
  const guard = createGuard((reason) => send({ type: 'stopped', reason }));
  confine();
  const report = watchConsole(send, guard);
  const stored = watchStorage(entries, send);
  root.lang = language;
  setColorMode(colorMode);
  watchHeight((height) => send({ type: 'height', height }));
  listen(port, stored, send);

  const end = () =>
    settle(() => {
      stored.flush();
      if (!guard.isStopped()) send({ type: 'done' });
    });
  const fail = (error: unknown) => {
    report(error);
    end();
  };
  const show = (exports: object) => {
    try {
      mount?.(exports, program.entry);
      end();
    } catch (error) {
      fail(error);
    }
  };
  send({ type: 'started' });
  runProgram(program, packages, guard.check, show, fail);
}

const { documentElement: root } = document;
const dataOf = uncurryGetter<ToFrame>(MessageEvent.prototype, 'data');
const setAttribute = uncurry(Element.prototype.setAttribute);

const sendToOuter = parent.postMessage.bind(parent) as (message: unknown, target: string) => void;

function setColorMode(colorMode: Start['colorMode']): void {
  setAttribute(root, 'data-theme', colorMode);
  sendToOuter(colorMode, '*');
}

/** Handles messages of the page while the program runs. */
function listen(port: MessagePort, stored: Stored, send: (message: FromFrame) => void): void {
  port.onmessage = (event) => {
    const message = dataOf(event);
    if (message.type === 'ping') send({ type: 'pong', id: message.id });
    else if (message.type === 'storage') stored.receive(message.key, message.text);
    else if (message.type === 'color-mode') setColorMode(message.colorMode);
  };
}

/** Calls back when frameworks have rendered, like page.js. */
function settle(done: () => void): void {
  later(() => afterDrawing(() => afterDrawing(() => later(done))));
}
