import type { FromFrame, Left, Start, ToFrame } from '@tuffet-live/frame/protocol';
import { readMessage, weigh } from './messages';

/** A frame that has not answered for this many pings is gone. */
const PING_MS = 500;
const MAX_MISSED = 3;
/** So many messages, or characters, in the time between two pings: nobody can read that. */
const MAX_MESSAGES = 10_000;
const MAX_CHARACTERS = 20_000_000;
/** What is no message counts as so many: a program that forges them has something in mind. */
const FORGERY = 200;

/** Why a tab is no more: it kept silent, said too much, or went to another address. */
export type End = 'silent' | 'flood' | 'left';

export interface TabOptions {
  /** Where the frame is. */
  readonly address: string;
  /** What the frame is called. */
  readonly title: string;
  readonly start: Start;
  onMessage(message: FromFrame): void;
  onEnd(reason: End): void;
}

/** A document in a frame of its own, and the line to it. */
export interface Tab {
  /** It runs once it is put into the page. */
  readonly frame: HTMLIFrameElement;
  post(message: ToFrame): void;
  /** Calls back once the frame has seen all that was posted. */
  confirm(seen: () => void): void;
  close(): void;
}

export function openTab({ address, title, start, onMessage, onEnd }: TabOptions): Tab {
  const frame = createFrame(address, title);
  const { port1: port, port2 } = new MessageChannel();
  const waiting = new Map<number, () => void>();
  let ping = 0;
  let missed = 0;
  let messages = 0;
  let characters = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  const leave = (): void => end('left');

  /** Said by the window around the document, which is gone by then. */
  function hearLeft({ source, data }: MessageEvent): void {
    if (source === frame.contentWindow && (data as Partial<Left> | null)?.type === 'left') {
      leave();
    }
  }

  function close(): void {
    clearInterval(timer);
    removeEventListener('message', hearLeft);
    port.onmessage = null;
    port.close();
    waiting.clear();
    frame.remove();
  }

  function end(reason: End): void {
    close();
    onEnd(reason);
  }

  const post = (message: ToFrame): void => port.postMessage(message);

  function sendPing(): void {
    ping += 1;
    post({ type: 'ping', id: ping });
  }

  function watch(): void {
    messages = 0;
    characters = 0;
    missed += 1;
    if (missed > MAX_MISSED) {
      end('silent');
    } else {
      sendPing();
    }
  }

  port.onmessage = ({ data }) => {
    const message = readMessage(data);
    messages += message ? 1 : FORGERY;
    characters += message ? weigh(message) : 0;
    if (messages > MAX_MESSAGES || characters > MAX_CHARACTERS) {
      end('flood');
    } else if (message?.type === 'pong') {
      missed = 0;
      waiting.get(message.id)?.();
      waiting.delete(message.id);
    } else if (message) {
      onMessage(message);
    }
  };

  addEventListener('message', hearLeft);
  frame.onload = () => {
    frame.onload = leave;
    // Its origin is opaque: no address names it. Nobody else can be there, since we made it.
    frame.contentWindow?.postMessage(start, '*', [port2]);
    sendPing();
    timer = setInterval(watch, PING_MS);
  };

  return {
    frame,
    post,
    confirm(seen) {
      sendPing();
      waiting.set(ping, seen);
    },
    close,
  };
}

function createFrame(address: string, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.setAttribute('referrerpolicy', 'no-referrer');
  frame.title = title;
  frame.src = address;
  return frame;
}
