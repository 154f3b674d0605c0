import type { ToFrame } from '@tuffet-live/frame/protocol';
import { beforeEach, expect, test } from 'vitest';
import { MAX_STORED_LENGTH } from './messages';
import { SharedStorage } from './shared-storage';
import type { Tab } from './tab';

/** A tab whose messages are sent and delivered when the test says so. */
class ManualTab implements Tab {
  readonly frame = document.createElement('iframe');
  readonly texts = new Map<string, string>();
  readonly #inbox: (() => void)[] = [];
  readonly #outbox: (() => void)[] = [];
  notifications = 0;

  constructor(private readonly shared: SharedStorage) {
    shared.join(this);
  }

  post(message: ToFrame): void {
    if (message.type === 'storage') {
      this.notifications += 1;
      this.#inbox.push(() => this.#put(message.key, message.text));
    }
  }

  confirm(seen: () => void): void {
    this.#inbox.push(() => this.#outbox.push(seen));
  }

  close(): void {}

  write(key: string | null, text: string | null): void {
    this.#put(key, text);
    this.#outbox.push(() => this.shared.write(this, key, text));
  }

  #put(key: string | null, text: string | null): void {
    if (key === null) {
      this.texts.clear();
    } else if (text === null) {
      this.texts.delete(key);
    } else {
      this.texts.set(key, text);
    }
  }

  /** Delivers the next message to the tab; returns whether there was one. */
  receive(): boolean {
    const message = this.#inbox.shift();
    message?.();
    return message !== undefined;
  }

  /** Delivers the next message from the tab; returns whether there was one. */
  send(): boolean {
    const message = this.#outbox.shift();
    message?.();
    return message !== undefined;
  }
}

let shared: SharedStorage;
let tabs: [ManualTab, ManualTab];

beforeEach(() => {
  shared = new SharedStorage();
  tabs = [new ManualTab(shared), new ManualTab(shared)];
});

const stored = (): Record<string, string> =>
  Object.fromEntries(shared.entries().map(({ key, text }) => [key, text]));

/** Delivers messages until there are none left. */
function settle(): void {
  let rounds = 0;
  while (tabs.some((tab) => tab.send() || tab.receive())) {
    rounds += 1;
    expect(rounds).toBeLessThan(1_000);
  }
}

const expectAll = (expected: Record<string, string>): void =>
  expect([stored(), ...tabs.map(({ texts }) => Object.fromEntries(texts))]).toEqual([
    ...[expected, expected, expected],
  ]);

test('a write is sent to the other tab, and not back to the writer', () => {
  const [one, two] = tabs;
  one.write('a', '1');
  one.write('b', '2');
  one.write('a', null);
  settle();
  expectAll({ b: '2' });
  expect([one.notifications, two.notifications]).toEqual([0, 3]);
  two.write(null, null);
  settle();
  expectAll({});
});

test('a reset empties the storage', () => {
  tabs[0].write('a', '1');
  settle();
  expect(stored()).toEqual({ a: '1' });
  shared.reset();
  expect(stored()).toEqual({});
});

test('a tab that has left is not notified', () => {
  const [one, two] = tabs;
  shared.leave(two);
  one.write('a', '1');
  settle();
  expect(two.notifications).toBe(0);
});

test('after concurrent writes, both tabs have the last value', () => {
  const [one, two] = tabs;
  one.write('a', 'one');
  two.write('a', 'two');
  one.send();
  two.send();
  settle();
  expectAll({ a: 'two' });
});

test('after a write during a clear, all tabs agree on whether the entry exists', () => {
  const [one, two] = tabs;
  one.write('a', '1');
  settle();
  one.write(null, null);
  two.write('b', '2');
  one.send();
  two.send();
  settle();
  expectAll({ b: '2' });
  one.write('c', '3');
  two.write(null, null);
  one.send();
  two.send();
  settle();
  expectAll({});
});

test('all tabs end with the same entries, in whichever order messages arrive', () => {
  let seed = 1;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 300; round += 1) {
    for (let step = 0; step < 20; step += 1) {
      const tab = tabs[random(2)] as ManualTab;
      const actions = [
        () => tab.write(['a', 'b'][random(2)] ?? null, `${round}-${step}`),
        () => tab.write(['a', 'b'][random(2)] ?? null, null),
        () => tab.write(null, null),
        () => tab.receive(),
        () => tab.receive(),
        () => tab.send(),
        () => tab.send(),
      ];
      actions[random(actions.length)]?.();
    }
    settle();
    expectAll(stored());
  }
});

test('writes beyond the quota are rejected', () => {
  const [one] = tabs;
  const half = 'x'.repeat(MAX_STORED_LENGTH / 2);
  expect(shared.write(one, 'a', half)).toBe(true);
  expect(shared.write(one, 'a', half)).toBe(true);
  expect(shared.write(one, 'b', half)).toBe(false);
  expect(shared.write(one, 'a', null)).toBe(true);
  expect(shared.write(one, null, null)).toBe(true);
});
