/** Access to a module through any adapter. */
export interface Access {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  /** Sets the result of a function of the latest value. */
  update(name: string, make: (latest: number) => number): void;
  reset(name: string): void;
  contains(name: string): boolean;
  /** The same by the helper of the module. */
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

/** A component of a test: a button with a label. */
export interface Probe {
  show(access: Access): string;
  onClick?(access: Access): void;
}

/** Called after every render. */
export type OnRender = (access: Access, text: string) => void;

/** The parent of the probes: the root itself, a context provider, or a fragment. */
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
