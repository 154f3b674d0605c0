import type { FromFrame, Start, ToFrame } from '@tuffet-live/frame/protocol';

/** Something that a frame says, whether there is such a message or not. */
export type Said = FromFrame | object | string | null;

/** Stands in for the program in a frame: receives messages, and sends those of a test. */
export class FakeFrame {
  readonly heard: ToFrame[] = [];
  /** Whether it answers when it is asked if it is there. */
  isAwake = true;
  /** Whether its program starts as soon as it arrives. */
  hasStarted = true;
  start?: Start;
  #port?: MessagePort;

  constructor(readonly frame: HTMLIFrameElement) {
    const contentWindow = {
      postMessage: (start: Start, _target: string, [port]: [MessagePort]) => {
        this.start = start;
        this.#port = port;
        port.onmessage = ({ data }) => this.#hear(data);
        if (this.hasStarted) {
          this.say({ type: 'started' });
        }
      },
    };
    Object.defineProperty(frame, 'contentWindow', { value: contentWindow });
  }

  /** The document has come, or another one. */
  load(): void {
    this.frame.dispatchEvent(new Event('load'));
  }

  say(...messages: readonly Said[]): void {
    for (const message of messages) {
      this.#port?.postMessage(message);
    }
  }

  /** The received messages of one type. */
  of<Type extends ToFrame['type']>(type: Type): ToFrame[] {
    return this.heard.filter((message) => message.type === type);
  }

  close(): void {
    this.#port?.close();
  }

  #hear(message: ToFrame): void {
    this.heard.push(message);
    if (message.type === 'ping' && this.isAwake) {
      this.say({ type: 'pong', id: message.id });
    }
  }
}

/** Until all messages that are on their way have come. */
export const untilReceived = async (): Promise<void> => {
  for (let round = 0; round < 3; round += 1) {
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve(undefined);
      };
      port2.postMessage(null);
    });
  }
};
