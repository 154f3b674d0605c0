import type { FromFrame, Left, Start, ToFrame } from '@tuffet-live/frame/protocol';
import { readMessage, weigh } from './messages';

const PING_MS = 500;
/** A frame that misses more pings is removed, if its program may hang. */
const MAX_MISSED = 3;
/** Before its program starts, which takes seconds on a slow device. Nothing can hang there yet. */
const MAX_MISSED_BEFORE_START = 40;
/** Limits for the time between two pings. */
const MAX_MESSAGES = 10_000;
const MAX_CHARACTERS = 20_000_000;
/** An invalid message counts as this many, because only a malicious program sends one. */
const FORGERY = 200;

/** Why a tab ended: no response, too many messages, or a navigation to another address. */
export type End = 'silent' | 'flood' | 'left';

export interface TabOptions {
  readonly address: string;
  readonly title: string;
  readonly start: Start;
  /**
   * Whether the program may never end. Other programs are not removed: on a busy machine, an iframe
   * can be slow while the timers of the page are on time.
   */
  readonly mayHang: boolean;
  onMessage(message: FromFrame): void;
  onEnd(reason: End): void;
}

/** A document in its own iframe, and the connection to it. */
export interface Tab {
  /** Runs once it is added to the page. */
  readonly frame: HTMLIFrameElement;
  post(message: ToFrame): void;
  /** Calls back once the frame has processed all messages posted so far. */
  confirm(seen: () => void): void;
  close(): void;
}

export function openTab(options: TabOptions): Tab {
  const { address, title, start, mayHang, onMessage, onEnd } = options;
  const frame = createFrame(address, title);
  const { port1: port, port2 } = new MessageChannel();
  const post = (message: ToFrame): void => port.postMessage(message);
  const monitor = new Monitor(post, () => mayHang && end('silent'));
  const onWindowMessage = (event: MessageEvent) => hasLeft(event, frame) && end('left');

  function close(): void {
    monitor.stop();
    removeEventListener('message', onWindowMessage);
    port.onmessage = null;
    port.close();
    frame.remove();
  }

  function end(reason: End): void {
    close();
    onEnd(reason);
  }

  port.onmessage = ({ data }) => {
    const message = readMessage(data);
    if (monitor.isFlood(message)) {
      end('flood');
    } else if (message?.type === 'started') {
      monitor.receiveStart();
    } else if (message?.type === 'pong') {
      monitor.receivePong(message.id);
    } else if (message) {
      onMessage(message);
    }
  };
  addEventListener('message', onWindowMessage);
  frame.onload = () => {
    frame.onload = () => end('left');
    // Its opaque origin can't be named. We created the frame, so nothing else can be in it.
    frame.contentWindow?.postMessage(start, '*', [port2]);
    monitor.start();
  };
  return { frame, post, confirm: (seen) => monitor.ping(seen), close };
}

/** Sent by the window around the document, which is gone by then. */
const hasLeft = ({ source, data }: MessageEvent, frame: HTMLIFrameElement): boolean =>
  source === frame.contentWindow && (data as Partial<Left> | null)?.type === 'left';

/** Detects frames that stop responding or send too much. */
class Monitor {
  readonly #waiting = new Map<number, () => void>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #lastPing = 0;
  #missed = 0;
  #maxMissed = MAX_MISSED_BEFORE_START;
  #messages = 0;
  #characters = 0;

  constructor(
    readonly post: (message: ToFrame) => void,
    readonly onSilent: () => void,
  ) {}

  start(): void {
    this.ping();
    this.#timer = setInterval(() => this.#check(), PING_MS);
  }

  /** The pong also confirms that the frame has processed all messages before the ping. */
  ping(onPong?: () => void): void {
    this.#lastPing += 1;
    this.post({ type: 'ping', id: this.#lastPing });
    if (onPong) {
      this.#waiting.set(this.#lastPing, onPong);
    }
  }

  receiveStart(): void {
    this.#missed = 0;
    this.#maxMissed = MAX_MISSED;
  }

  receivePong(id: number): void {
    this.#missed = 0;
    this.#waiting.get(id)?.();
    this.#waiting.delete(id);
  }

  /** Counts a message; undefined if it is invalid. Returns whether there are too many. */
  isFlood(message: FromFrame | undefined): boolean {
    this.#messages += message ? 1 : FORGERY;
    this.#characters += message ? weigh(message) : 0;
    return this.#messages > MAX_MESSAGES || this.#characters > MAX_CHARACTERS;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#waiting.clear();
  }

  #check(): void {
    this.#messages = 0;
    this.#characters = 0;
    this.#missed += 1;
    if (this.#missed > this.#maxMissed) {
      this.onSilent();
    } else {
      this.ping();
    }
  }
}

function createFrame(address: string, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.setAttribute('referrerpolicy', 'no-referrer');
  frame.title = title;
  frame.src = address;
  return frame;
}
