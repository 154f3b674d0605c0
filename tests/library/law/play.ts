import { ACTIONS, OTHERS } from './actions.ts';
import { Law } from './law.ts';
import type { Libraries } from './library.ts';
import { Device, Page } from './page.ts';
import type { Release } from './release.ts';
import type { Schedule, Step, Tab } from './schedule.ts';
import { Session } from './session.ts';
import type { Stage, TurnOptions } from './stage.ts';
import type { Request } from './turn.ts';

/** How the library broke the law. */
export interface Violation {
  /** The position of the step. */
  readonly at: number;
  readonly step: Step;
  readonly problems: readonly string[];
  readonly play: Play;
}

const NOTHING: Request = {};

const codeOf = (thrown: unknown) => {
  const { code } = Object(thrown);
  return code === undefined ? [] : [`throws ${code}`];
};

/** Performs schedules with simulated pages, and checks every turn. */
export class Play implements Stage {
  readonly device: Device;
  readonly tabs = new Map<Tab, Session>();
  /** The codes of the errors that applications received, in this order. */
  readonly told: string[] = [];
  private readonly libraries: Libraries;
  private readonly law = new Law();
  /** How the library broke the law so far. */
  readonly problems: string[] = [];
  private step: Step | undefined;

  constructor(libraries: Libraries, device: Device = new Device()) {
    this.libraries = libraries;
    this.device = device;
  }

  /** Performs steps until one breaks the law. */
  perform(schedule: Schedule): Violation | undefined {
    for (const [at, step] of schedule.entries()) {
      this.do(step);
      const { problems } = this;
      if (problems.length) return { at, step, problems, play: this };
    }
    return undefined;
  }

  do(step: Step): void {
    this.step = step;
    if (step.by === 'others') OTHERS[step.does]?.(this, ...(step.args as never[]));
    else if (step.does === 'opens') this.open(step.by, step.args[0] as Release);
    else {
      const session = this.tabs.get(step.by);
      const { page } = session ?? {};
      if (page && !page.isDead && (!page.isFrozen || step.does === 'thaws')) {
        ACTIONS[step.does]?.(this, session as Session, ...(step.args as never[]));
      }
    }
  }

  private open(tab: Tab, release: Release): void {
    this.tabs.get(tab)?.page.close();
    const page = new Page(this.device);
    const session = new Session(page, release, this.libraries);
    this.tabs.set(tab, session);
    this.turn(session, NOTHING, () => session.open(), { isOpening: true });
  }

  /** Runs code of a page, and checks what it did. */
  turn(session: Session, asks: Request, run: () => unknown, options: TurnOptions = {}): unknown {
    const { device } = this;
    const { page } = session;
    const before = new Map(device.entries);
    device.changes = [];
    session.migrations = [];
    session.adoptions = [];
    const told = session.told.length;
    let result: unknown;
    page.arm(this.step?.fault);
    const thrown = page.run(() => {
      result = run();
    });
    page.arm(undefined);
    const errors = thrown === undefined ? page.uncaught : [...page.uncaught, thrown];
    page.uncaught = [];
    // The code of a killed page has no effect afterwards.
    if (page.isDead) [result, errors.length] = [undefined, 0];
    else this.told.push(...session.told.slice(told), ...codeOf(thrown));
    const { key } = session;
    const written = device.changes.flatMap((change) =>
      change.key === key ? (change.newValue ?? []) : [],
    );
    const isAllowing = !!options.isAllowing;
    const turn = { session, asks, result, errors, written, before, after: device.entries };
    this.problems.push(
      ...this.law.judge({
        ...turn,
        isAllowing,
        isOpening: isAllowing || (!!options.isOpening && !session.consent),
        isHealthy: !this.step?.fault && !page.isDead && !page.broken.size && device.isUnlimited,
      }),
    );
    this.judgeBackups(session);
    return result;
  }

  /** Other code writes. Returns false if a page refuses that. */
  writeForeign(key: string, text: string | null, page?: Page): void {
    const before = new Map(this.device.entries);
    try {
      if (!page) this.device.change(key, text);
      else if (text === null) page.storage.removeItem(key);
      else page.storage.setItem(key, text);
    } catch {
      return;
    }
    this.law.acceptForeign(key, before, this.device.entries);
  }

  private judgeBackups(session: Session): void {
    const { page, module } = session;
    if (page.isDead || page.broken.size || !module?.helper.isPersistent()) return;
    const before = new Map(this.device.entries);
    let problems: string[] = [];
    const thrown = page.run(() => {
      problems = this.law.judgeBackups(session, this.device.entries);
    });
    if (thrown !== undefined) problems.push(`list threw ${thrown}`);
    const isChanged = [...before].some(([key, text]) => this.device.entries.get(key) !== text);
    if (isChanged || before.size !== this.device.entries.size) problems.push('list wrote');
    this.problems.push(...problems);
  }
}
