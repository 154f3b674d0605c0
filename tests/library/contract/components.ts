/** What every adapter must be able to say about one property and the module, in one vocabulary. */
export interface Access {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  /** Sets what a function makes of the latest value. */
  update(name: string, make: (latest: number) => number): void;
  reset(name: string): void;
  contains(name: string): boolean;
  /** The same, asked of the module's helper. */
  holds(name: keyof Module): boolean;
  size(): number;
  initialize(): void;
  patch(values: Partial<Module>): void;
}

export type Module = {
  count: number;
  name: string;
  list: readonly number[];
  note?: string;
};

/** A component of a test: a button with one text. */
export interface Probe {
  show(access: Access): string;
  onClick?(access: Access): void;
}

/** Hears of every render. */
export type OnRender = (access: Access, text: string) => void;

/** What stands between the root and the probes: the root itself, a context, or several roots in one. */
export const FRAMES = ['bare', 'provider', 'fragment'] as const;

export type Frame = (typeof FRAMES)[number];

export const OPTIONS = {
  storageModuleKey: 'visits',
  initial: { count: 0, name: 'nobody', list: [] as number[] },
};

/** Shows everything that differs between a server and a browser with a stored entry. */
export const everything: Probe = {
  show: (access) =>
    [
      `count ${access.get('count')}`,
      `name ${access.get('name')}`,
      `list ${access.get('list')}`,
      `note ${access.get('note')} ${access.contains('note')}`,
      `size ${access.size()}`,
    ].join(', '),
};
