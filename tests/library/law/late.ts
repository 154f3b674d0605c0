import type { Libraries } from './library.ts';
import { Device, type Page } from './page.ts';
import { Play } from './play.ts';
import { KEY } from './release.ts';
import type { Schedule, Step } from './schedule.ts';
import type { Session } from './session.ts';
import { propertiesOf } from './texts.ts';
import type { Request } from './turn.ts';

/**
 * The second mode of the model, for tabs in different processes: each has its own view of storage.
 * Writes reach storage late, and other views later; see `packages/core/tests/simulated-tabs.ts`.
 * The law is checked when no message is on its way.
 */

/** Delay of a message in milliseconds. */
export type Delay = () => number;

interface Task {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** Delivers messages late, but in order. */
type Channel = (run: () => void) => void;

interface View {
  readonly entries: Map<string, string>;
  /** The writes of this page, by key, that it hasn't seen in storage yet. */
  readonly pending: Map<string, number>;
  readonly toStorage: Channel;
  readonly toView: Channel;
  readonly toListeners: Channel;
}

class LateDevice extends Device {
  /** Called when a write has reached storage. */
  onCommit: (key: string, text: string | null) => void = () => {};
  private readonly delay: Delay;
  private readonly views = new Map<Page, View>();
  private tasks: Task[] = [];
  private order = 0;

  constructor(delay: Delay) {
    super();
    this.delay = delay;
  }

  override viewOf(page: Page): Map<string, string> {
    const view: View = {
      entries: new Map(this.entries),
      pending: new Map(),
      toStorage: this.createChannel(),
      toView: this.createChannel(),
      toListeners: this.createChannel(),
    };
    this.views.set(page, view);
    return view.entries;
  }

  override change(key: string, newValue: string | null, by?: Page): void {
    const view = by && this.views.get(by);
    if (!view) {
      this.commit(key, newValue);
      return;
    }
    set(view.entries, key, newValue);
    view.pending.set(key, (view.pending.get(key) ?? 0) + 1);
    const { onCommit } = this;
    view.toStorage(() => {
      onCommit(key, newValue);
      this.commit(key, newValue, by);
    });
  }

  /** Delivers the messages of the next milliseconds; without a number, all. */
  pass(duration = Number.POSITIVE_INFINITY): void {
    const end = this.now + duration;
    for (let n = 0; ; n++) {
      if (n > 5000) throw new Error('the tabs never stop writing');
      const [next] = this.tasks.sort((a, b) => a.at - b.at || a.order - b.order);
      if (!next || next.at > end) break;
      this.tasks.shift();
      this.now = Math.max(this.now, next.at);
      next.run();
    }
    if (Number.isFinite(end)) this.now = end;
  }

  private commit(key: string, newValue: string | null, by?: Page): void {
    const oldValue = this.entries.get(key) ?? null;
    set(this.entries, key, newValue);
    for (const [page, { entries, pending, toView, toListeners }] of this.views) {
      toView(() => {
        const own = pending.get(key) ?? 0;
        if (page === by) pending.set(key, own - 1);
        else if (!own) set(entries, key, newValue);
        if (page === by || oldValue === newValue) return;
        toListeners(() => void page.run(() => page.receive({ key, oldValue, newValue })));
      });
    }
  }

  private createChannel(): Channel {
    let last = 0;
    return (run) => {
      last = Math.max(last, this.now + this.delay());
      this.tasks.push({ at: last, order: this.order++, run });
    };
  }
}

function set(entries: Map<string, string>, key: string, text: string | null): void {
  if (text === null) entries.delete(key);
  else entries.set(key, text);
}

class LatePlay extends Play {
  /** By key and property: the last acknowledged value that reached storage. */
  readonly expected = new Map<string, Map<string, string | undefined>>();
  private readonly late: LateDevice;

  constructor(libraries: Libraries, delay: Delay) {
    const device = new LateDevice(delay);
    super(libraries, device);
    this.late = device;
  }

  override do(step: Step): void {
    if (step.does === 'waits') this.late.pass(step.args[0] as number);
    else super.do(step);
  }

  override turn(session: Session, { names = new Map() }: Request, run: () => unknown): unknown {
    let result: unknown;
    this.late.onCommit = (key, text) => {
      const expected = this.expected.get(key) ?? new Map();
      // A refused call may still store what an earlier one wrote.
      if (text === null || key !== session.key || result === false) return;
      this.expected.set(key, expected);
      for (const [name, texts] of names) expected.set(name, texts.at(-1));
    };
    session.page.run(() => {
      result = run();
    });
    this.late.onCommit = () => {};
    return result;
  }

  override writeForeign(key: string, text: string): void {
    this.device.change(key, text);
    // `adopt` takes the others.
    if (key.startsWith(KEY)) this.expected.set(key, new Map(propertiesOf(text) ?? [['', text]]));
  }
}

/** Performs a schedule until no message is on its way. Returns what was lost. */
export function performLate(
  libraries: Libraries,
  schedule: Schedule,
  delay: Delay,
): { readonly lost: string[]; readonly entries: ReadonlyMap<string, string> } {
  const play = new LatePlay(libraries, delay);
  for (const step of schedule) play.do(step);
  (play.device as LateDevice).pass();
  const { entries } = play.device;
  const lost: string[] = [];
  for (const [key, values] of play.expected) {
    for (const [name, text] of values) {
      const isStored = [...entries].some(
        ([stored, found]) =>
          stored.startsWith(key) && (found === text || propertiesOf(found)?.get(name) === text),
      );
      if (text !== undefined && !isStored) lost.push(`lost ${name}: ${text} in ${key}`);
    }
  }
  return { lost, entries };
}
