import type { ToFrame } from '@tuffet-live/frame/protocol';
import { beforeEach, expect, test } from 'vitest';
import { MAX_STORED_LENGTH } from './messages';
import { SharedStorage } from './shared-storage';
import type { Tab } from './tab';

/** A tab whose lines carry what was said when the test says so. */
class SlowTab implements Tab {
  readonly frame = document.createElement('iframe');
  readonly texts = new Map<string, string>();
  readonly #inbox: (() => void)[] = [];
  readonly #outbox: (() => void)[] = [];
  told = 0;

  constructor(private readonly shared: SharedStorage) {
    shared.join(this);
  }

  post(message: ToFrame): void {
    if (message.type === 'storage') {
      this.told += 1;
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

  /** Whether there was anything to hear. */
  hear(): boolean {
    const message = this.#inbox.shift();
    message?.();
    return message !== undefined;
  }

  /** Whether there was anything to say. */
  say(): boolean {
    const message = this.#outbox.shift();
    message?.();
    return message !== undefined;
  }
}

let shared: SharedStorage;
let tabs: [SlowTab, SlowTab];

beforeEach(() => {
  shared = new SharedStorage();
  tabs = [new SlowTab(shared), new SlowTab(shared)];
});

const stored = (): Record<string, string> =>
  Object.fromEntries(shared.entries().map(({ key, text }) => [key, text]));

/** Until nobody has anything to say any more. */
function settle(): void {
  let rounds = 0;
  while (tabs.some((tab) => tab.say() || tab.hear())) {
    rounds += 1;
    expect(rounds).toBeLessThan(1_000);
  }
}

const expectAll = (expected: Record<string, string>): void =>
  expect([stored(), ...tabs.map(({ texts }) => Object.fromEntries(texts))]).toEqual([
    ...[expected, expected, expected],
  ]);

test('what one tab writes the other one gets, and the writer does not', () => {
  const [one, two] = tabs;
  one.write('a', '1');
  one.write('b', '2');
  one.write('a', null);
  settle();
  expectAll({ b: '2' });
  expect([one.told, two.told]).toEqual([0, 3]);
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

test('a tab that has left is told nothing', () => {
  const [one, two] = tabs;
  shared.leave(two);
  one.write('a', '1');
  settle();
  expect(two.told).toBe(0);
});

test('when both write at once, both end with what came last', () => {
  const [one, two] = tabs;
  one.write('a', 'one');
  two.write('a', 'two');
  one.say();
  two.say();
  settle();
  expectAll({ a: 'two' });
});

test('what is written while another clears is there in the end, or gone in all', () => {
  const [one, two] = tabs;
  one.write('a', '1');
  settle();
  one.write(null, null);
  two.write('b', '2');
  one.say();
  two.say();
  settle();
  expectAll({ b: '2' });
  one.write('c', '3');
  two.write(null, null);
  one.say();
  two.say();
  settle();
  expectAll({});
});

test('in whichever order messages come, all end with the same', () => {
  let seed = 1;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 300; round += 1) {
    for (let step = 0; step < 20; step += 1) {
      const tab = tabs[random(2)] as SlowTab;
      const acts = [
        () => tab.write(['a', 'b'][random(2)] ?? null, `${round}-${step}`),
        () => tab.write(['a', 'b'][random(2)] ?? null, null),
        () => tab.write(null, null),
        () => tab.hear(),
        () => tab.hear(),
        () => tab.say(),
        () => tab.say(),
      ];
      acts[random(acts.length)]?.();
    }
    settle();
    expectAll(stored());
  }
});

test('more than a storage can hold is refused', () => {
  const [one] = tabs;
  const half = 'x'.repeat(MAX_STORED_LENGTH / 2);
  expect(shared.write(one, 'a', half)).toBe(true);
  expect(shared.write(one, 'a', half)).toBe(true);
  expect(shared.write(one, 'b', half)).toBe(false);
  expect(shared.write(one, 'a', null)).toBe(true);
  expect(shared.write(one, null, null)).toBe(true);
});
