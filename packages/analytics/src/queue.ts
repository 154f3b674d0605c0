import { type Answer, readAnswer } from './answer.ts';
import { isOffline, waitUntilShown } from './page.ts';
import { type Item, loadItems, removeItem, saveItem } from './saved-items.ts';

/** Requests that wait for an attempt. Others fail. */
const MAX_WAITING = 100;
/** 12 hours. The collector stores keys for at least a day. */
const MAX_AGE_MS = 43200000;
const MAX_PAUSE_MS = 30000;
/** Attempts to find out whether the server accepts keys. */
const MAX_PROBES = 8;

interface Waiting extends Item {
  /** Missing if an earlier page has created it. */
  settle?(answer: Answer): void;
}

/**
 * Retries requests, also on the next page in the same tab. A request that the server may have stored
 * is only repeated if the server accepts idempotency keys, which it announces in every answer. Before
 * the first answer, `probe` is sent instead, which changes nothing.
 */
export class Queue {
  private readonly prefix: string;
  private readonly waiting: Set<Waiting>;
  private acceptsKeys: boolean | undefined;
  private probes = 0;
  private failures = 0;
  /** By a clock that is never set back. */
  private retryAt = 0;
  private isBusy = false;
  /** Set while requests wait instead of being sent. */
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    address: string,
    private readonly post: (body: string) => Promise<Answer>,
    private readonly probe: string,
  ) {
    this.prefix = `analytics ${address} `;
    this.waiting = new Set(loadItems(this.prefix));
    const drain = () => this.drain();
    addEventListener('online', () => this.timer || drain());
    addEventListener('pagehide', () => this.flush());
    if (this.waiting.size) {
      // By then, the first request of this page has probably been answered.
      setTimeout(() => waitUntilShown().then(drain), 1000 * (1 + Math.random()));
    }
  }

  /** Sends a request once. */
  async send(body: string): Promise<Answer> {
    const answer = await this.post(body);
    this.acceptsKeys = answer.acceptsKeys ?? this.acceptsKeys;
    const pause = Math.min(answer.retryAfter * 1000, MAX_AGE_MS);
    this.retryAt = Math.max(this.retryAt, performance.now() + pause);
    return answer;
  }

  /** Sends a request until there is an answer. `write` creates its body, which contains the key. */
  add(write: (key: string) => string): Promise<unknown> {
    const key = crypto.getRandomValues(new Uint32Array(4)).join('-');
    const item = { key, body: write(key), created: Date.now(), isUncertain: false };
    return new Promise((resolve, reject) => {
      this.start({
        ...item,
        settle: ({ error, value }) => (error ? reject(new Error(error)) : resolve(value)),
      });
    });
  }

  private start(item: Waiting): void {
    if (this.waiting.size >= MAX_WAITING) this.settle(item);
    else if (this.timer || isOffline()) this.keep(item, false);
    else this.attempt(item).then((isDone) => isDone || this.pause());
  }

  /** Returns whether the request needs no other attempt. */
  private async attempt(item: Waiting): Promise<boolean> {
    item.isUncertain = true;
    saveItem(this.prefix, item);
    const answer = await this.send(item.body);
    const isRefused = [429, 503].includes(answer.status);
    // No answer, or that of a proxy whose server is down.
    const isLost = [0, 502, 504].includes(answer.status) && this.acceptsKeys !== false;
    if (isRefused || isLost) {
      this.keep(item, isLost);
      return false;
    }
    this.settle(item, answer);
    return true;
  }

  private keep(item: Waiting, isUncertain: boolean): void {
    item.isUncertain = isUncertain;
    saveItem(this.prefix, item);
    this.waiting.add(item);
  }

  private settle(item: Waiting, answer = readAnswer()): void {
    this.waiting.delete(item);
    removeItem(this.prefix, item);
    item.settle?.(answer);
  }

  private pause(): void {
    if (!this.timer) this.failures += 1;
    clearTimeout(this.timer);
    const least = Math.min(500 * 2 ** this.failures, MAX_PAUSE_MS);
    const ms = Math.max(least, this.retryAt - performance.now());
    // Otherwise all clients would return at the same moment. Twice the hours that a server asks for
    // could exceed `MAX_AGE_MS`.
    const jitter = Math.min(ms, MAX_PAUSE_MS) * Math.random();
    this.timer = setTimeout(() => this.drain(), ms + jitter);
  }

  /** Sends all waiting requests one by one, until there is a failure. */
  private async drain(): Promise<void> {
    this.timer = undefined;
    if (this.isBusy || isOffline()) return;
    this.isBusy = true;
    const isDone = (await this.meetServer()) && (await this.sendWaiting());
    this.isBusy = false;
    if (!isDone) this.pause();
  }

  /** Finds out whether the server accepts keys, if that matters. Returns false to try again later. */
  private async meetServer(): Promise<boolean> {
    const isKnown = () => this.acceptsKeys !== undefined;
    if (isKnown() || ![...this.waiting].some(({ isUncertain }) => isUncertain)) return true;
    await this.send(this.probe);
    this.probes += 1;
    return isKnown() || this.probes >= MAX_PROBES;
  }

  private async sendWaiting(): Promise<boolean> {
    for (const item of this.waiting) {
      const isExpired = Date.now() - item.created > MAX_AGE_MS;
      if (isExpired || !this.canRepeat(item)) this.settle(item);
      else if (!(await this.attempt(item))) return false;
      this.failures = 0;
    }
    return true;
  }

  /** Called before the page ends, because it may be the last one in the tab. */
  private flush(): void {
    if (performance.now() < this.retryAt) return;
    for (const item of this.waiting) {
      if (this.canRepeat(item)) this.attempt(item);
    }
  }

  private canRepeat({ isUncertain }: Waiting): boolean {
    return !isUncertain || this.acceptsKeys === true;
  }
}
