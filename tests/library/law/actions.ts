import type { Method } from './faults.ts';
import type { Module, Values } from './library.ts';
import type { Session } from './session.ts';
import type { Stage } from './stage.ts';
import type { Request } from './turn.ts';

type Action = (play: Stage, session: Session, ...args: never[]) => void;

const NOTHING: Request = {};

/** Asks to replace properties by values. */
const change = (values: Values): Request => ({
  names: new Map(Object.entries(values).map(([name, value]) => [name, [JSON.stringify(value)]])),
});

/** A call of the application on its module, and what it asks for. */
function call<Args extends unknown[]>(
  run: (module: Module, session: Session, ...args: Args) => unknown,
  asks: (session: Session, ...args: Args) => Request,
) {
  return (play: Stage, session: Session, ...args: Args) => {
    const { module } = session;
    if (!module) return;
    const request = asks(session, ...args);
    const result = play.turn(session, request, () => run(module, session, ...args));
    // Before the user agrees, values wait in memory until `allow` stores them.
    if (result !== true || !session.consent || module.helper.isPersistent()) return;
    for (const [name, texts] of request.names ?? []) session.waiting.set(name, texts);
    session.isReplaced ||= !!request.isEntry;
  };
}

const itemOf = (module: Module, { exports }: Session, name: string) =>
  exports.useStorage(module)[name] as { set(value: unknown): boolean; reset(): boolean };

/** The actions of tabs, by the names of the steps. */
export const ACTIONS: Record<string, Action> = {
  closes: (_, { page }) => page.close(),

  sets: call(
    (module, _, values: Values) => module.set(values),
    (_, values) => change(values),
  ),
  patches: call(
    (module, { exports }, values: Values) => exports.useStorageHelper(module).patch(values),
    (_, values) => change(values),
  ),
  setsItem: call(
    (module, _, name: string, value: unknown) => module.storageModule.setItem(name, value),
    (_, name, value) => change({ [name]: value }),
  ),
  updates: call(
    (module, session, name: string, value: unknown) =>
      itemOf(module, session, name).set(() => value),
    (_, name, value) => change({ [name]: value }),
  ),
  removes: call(
    (module, _, name: string) => module.storageModule.removeItem(name),
    (_, name) => change({ [name]: undefined }),
  ),
  resets: call(
    (module, session, name: string) => itemOf(module, session, name).reset(),
    ({ initial }, name) => ({
      names: new Map([
        [name, [undefined, JSON.stringify(new Map(Object.entries(initial)).get(name))]],
      ]),
    }),
  ),
  setsModule: call(
    (module, _, values: Values) => module.helper.setModule(values),
    (_, values) => ({ ...change(values), isEntry: true }),
  ),
  initializes: call(
    (module, { exports }) => exports.useStorageHelper(module).initialize(),
    () => ({ isEntry: true, isBackups: true }),
  ),
  clears: call(
    (module) => module.storageModule.clear(),
    () => ({ isEntry: true }),
  ),
  clearsModule: call(
    (module) => module.helper.clearModule(),
    () => ({ isEntry: true, isBackups: true }),
  ),
  gets: call(
    (module) => void module.get(),
    () => NOTHING,
  ),
  subscribes: call(
    (module) => void module.subscribe(() => module.get()),
    () => NOTHING,
  ),

  allows(play, session) {
    const { consent, waiting, isReplaced } = session;
    if (!consent) return;
    const names = isReplaced && !waiting.size ? {} : { names: new Map(waiting) };
    const asks = { ...names, isEntry: isReplaced };
    play.turn(session, asks, () => consent.allow(), { isAllowing: true });
    if (!session.module?.helper.isPersistent()) return;
    waiting.clear();
    session.isReplaced = false;
  },
  denies(play, session) {
    const { consent } = session;
    if (consent) play.turn(session, { isModule: true }, () => consent.deny());
  },

  restores: (play, session, index: number) => {
    const key = backupAt(session, index);
    const { module, exports } = session;
    if (!module || key === undefined) return;
    play.turn(session, { restore: key }, () => exports.backupsOf?.(module).restore(key));
  },
  removesBackup: (play, session, index: number) => {
    const key = backupAt(session, index);
    const { module, exports } = session;
    if (!module || key === undefined) return;
    play.turn(session, { key }, () => exports.backupsOf?.(module).remove(key));
  },
  erases: (play, session) => {
    const { module, exports } = session;
    if (module) play.turn(session, { isModule: true }, () => exports.erase?.(module));
  },

  receives(play, session, index?: number) {
    const { page } = session;
    const { events } = page;
    const chosen =
      index === undefined ? events.splice(0) : events.splice(index % (events.length || 1), 1);
    for (const event of chosen) play.turn(session, NOTHING, () => page.receive(event));
  },
  freezes(_, { page }) {
    page.isFrozen = true;
    page.events.length = 0;
  },
  thaws: (play, session) => void play.turn(session, NOTHING, () => session.page.show()),

  breaks: (_, { page }, method: Method) => void page.broken.add(method),
  mends: (_, { page }) => page.broken.clear(),
  writes: (play, { page }, key: string, text: string) => play.writeForeign(key, text, page),
};

function backupAt({ module, exports, page }: Session, index: number): string | undefined {
  let key: string | undefined;
  page.run(() => {
    const list = module && exports.backupsOf?.(module).list();
    key = list?.length ? list[index % list.length]?.key : undefined;
  });
  return key;
}

/** The actions of other code and of the device. */
export const OTHERS: Record<string, (play: Stage, ...args: never[]) => void> = {
  writes: (play, key: string, text: string) => play.writeForeign(key, text),
  changes(play, key: string, values: Values) {
    const text = play.device.entries.get(key);
    let root: unknown = {};
    try {
      root = JSON.parse(text ?? '{}');
    } catch {}
    play.writeForeign(key, JSON.stringify({ ...Object(root), ...values }));
  },
  removes: (play, key: string) => play.writeForeign(key, null),
  waits(play, duration: number) {
    play.device.now += duration;
    for (const session of play.tabs.values()) {
      const { page } = session;
      if (!page.isFrozen) play.turn(session, NOTHING, () => page.runTimers());
    }
  },
  leaves({ device }, space: number) {
    device.capacity = device.used + space;
  },
};
