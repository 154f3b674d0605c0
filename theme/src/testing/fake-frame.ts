import type { FromFrame, Start, ToFrame } from '@tuffet-live/frame/protocol';

/** A message from a frame, valid or not. */
export type SentMessage = FromFrame | object | string | null;

/** Simulates the program in a frame: records messages from the page, and sends those of a test. */
export class FakeFrame {
  readonly received: ToFrame[] = [];
  /** Whether it responds to pings. */
  isResponsive = true;
  /** Whether it starts its program immediately. */
  startsProgram = true;
  start?: Start;
  #port?: MessagePort;

  constructor(readonly frame: HTMLIFrameElement) {
    const contentWindow = {
      postMessage: (start: Start, _target: string, [port]: [MessagePort]) => {
        this.start = start;
        this.#port = port;
        port.onmessage = ({ data }) => this.#receive(data);
        if (this.startsProgram) {
          this.send({ type: 'started' });
        }
      },
    };
    Object.defineProperty(frame, 'contentWindow', { value: contentWindow });
  }

  /** Fires the load event of the document. A second call simulates a navigation. */
  load(): void {
    this.frame.dispatchEvent(new Event('load'));
  }

  send(...messages: readonly SentMessage[]): void {
    for (const message of messages) {
      this.#port?.postMessage(message);
    }
  }

  /** The received messages of one type. */
  of<Type extends ToFrame['type']>(type: Type): ToFrame[] {
    return this.received.filter((message) => message.type === type);
  }

  close(): void {
    this.#port?.close();
  }

  #receive(message: ToFrame): void {
    this.received.push(message);
    if (message.type === 'ping' && this.isResponsive) {
      this.send({ type: 'pong', id: message.id });
    }
  }
}

/** Resolves when all pending messages have been delivered. */
export const deliverMessages = async (): Promise<void> => {
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
