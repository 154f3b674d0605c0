/** The frame: waits for a program, runs it, and tells the page what happens. */

import { uncurry, uncurryGetter } from '../natives.ts';
import type { FromFrame, Start, ToFrame } from '../protocol.ts';
import { confine } from './confinement.ts';
import { watchConsole } from './console.ts';
import { createGuard } from './guard.ts';
import { watchHeight } from './height.ts';
import { type Packages, runProgram } from './program.ts';
import { type Stored, watchStorage } from './stored.ts';
import { afterDrawing, later } from './turns.ts';

/** What differs between the frames. */
export interface Host {
  readonly packages: Packages;
  /** Shows what the first module exports. */
  readonly mount?: (exports: object, name: string) => void;
}

/** Listens for the one message that starts a program; the outer document passes it on. */
export function startFrame(host: Host): void {
  if (self.origin !== 'null' || parent === self) return;
  const listen = ({ source, data, ports: [port] }: MessageEvent<Start | undefined>) => {
    if (source !== parent || data?.type !== 'start' || !port) return;
    removeEventListener('message', listen);
    run(host, data, port);
  };
  addEventListener('message', listen);
}

function run({ packages, mount }: Host, start: Start, port: MessagePort): void {
  const { program, language, colorMode, entries } = start;
  const tell = port.postMessage.bind(port) as (message: FromFrame) => void;
  const guard = createGuard((reason) => tell({ type: 'stopped', reason }));
  confine();
  const report = watchConsole(tell, guard);
  const stored = watchStorage(entries, tell);
  root.lang = language;
  setColorMode(colorMode);
  watchHeight((height) => tell({ type: 'height', height }));
  hear(port, stored, tell);

  const end = () =>
    settle(() => {
      stored.flush();
      if (!guard.isStopped()) tell({ type: 'done' });
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
  runProgram(program, packages, guard.check, show, fail);
}

const { documentElement: root } = document;
const dataOf = uncurryGetter<ToFrame>(MessageEvent.prototype, 'data');
const setAttribute = uncurry(Element.prototype.setAttribute);

const tellOuter = parent.postMessage.bind(parent) as (message: unknown, target: string) => void;

function setColorMode(colorMode: Start['colorMode']): void {
  setAttribute(root, 'data-theme', colorMode);
  tellOuter(colorMode, '*');
}

/** What the page says while the program runs. */
function hear(port: MessagePort, stored: Stored, tell: (message: FromFrame) => void): void {
  port.onmessage = (event) => {
    const message = dataOf(event);
    if (message.type === 'ping') tell({ type: 'pong', id: message.id });
    else if (message.type === 'storage') stored.receive(message.key, message.text);
    else if (message.type === 'color-mode') setColorMode(message.colorMode);
  };
}

/** Calls back when frameworks have shown what they were told, as page.js waits for samples. */
function settle(done: () => void): void {
  later(() => afterDrawing(() => afterDrawing(() => later(done))));
}
