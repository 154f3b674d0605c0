import { resetModules } from '@tuffet/core/testing';
import type { EntryCheck, ErrorHandler, Expiry, TuffetStorage } from '@tuffet/hooks';
import type { Consent } from '@tuffet/hooks/consent';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import {
  type Access,
  type Frame,
  type Module,
  type OnRender,
  OPTIONS,
  type Probe,
} from './components.ts';

type Storage = TuffetStorage<Module>;

export interface RecordedProbe {
  readonly probe: Probe;
  readonly onRender: OnRender;
}

/** Renders into a container; returns a function that unmounts. Both are synchronous. */
type Render = (
  container: Element,
  storage: Storage,
  probes: readonly RecordedProbe[],
  frame: Frame,
) => () => void;

/** An adapter and its framework. */
export interface Driver {
  /** The folder of the framework version under `tests/library/frameworks`. */
  readonly folder: string;
  readonly version: string;
  /** The requirements that the tests verify for this adapter. */
  readonly ids: Record<'way' | 'value' | 'setter' | 'resetter' | 'checker', string>;
  createLocalStorage(options: {
    storageModuleKey: string;
    initial: Record<string, unknown>;
    storeInitial?: boolean;
    consent?: Consent;
    expiry?: Expiry<Module>;
    check?: EntryCheck;
    onError?: ErrorHandler;
  }): Storage;
  render: Render;
  hydrate(...args: Parameters<Render>): ReturnType<Render>;
}

/** Some probes on the page. */
export interface Mounted {
  readonly container: Element;
  text(index?: number): string | null | undefined;
  /** The access object of the last render of a probe. */
  access(index?: number): Access;
  /** The strings that a probe has rendered, without repetitions. */
  history(index?: number): string[];
  click(index?: number): void;
  unmount(): void;
}

/** Frameworks render a change within two tasks; hydration takes longer. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setTimeout(resolve));
}

const cleanups: (() => void)[] = [];

/** Resets the page before every test. Console output fails the test. */
export function useCleanPage(): void {
  beforeEach(() => {
    resetModules();
    localStorage.clear();
    sessionStorage.clear();
    vi.spyOn(console, 'error');
    vi.spyOn(console, 'warn');
  });
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0)) cleanup();
    await settle();
    const logged = [...vi.mocked(console.error).mock.calls, ...vi.mocked(console.warn).mock.calls];
    vi.restoreAllMocks();
    expect(logged).toEqual([]);
  });
}

/** The local storage of another page of this origin. Its writes cause events here. */
export function openOtherTab(): globalThis.Storage {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  cleanups.push(() => frame.remove());
  return (frame.contentWindow as Window).localStorage;
}

export function createContainer(html = ''): Element {
  const container = document.createElement('div');
  container.innerHTML = html;
  document.body.append(container);
  cleanups.push(() => container.remove());
  return container;
}

export function mountWith(
  render: Render,
  storage: Storage,
  probes: readonly Probe[],
  {
    frame = 'fragment',
    container = createContainer(),
  }: { frame?: Frame; container?: Element } = {},
): Mounted {
  const accesses: Access[] = [];
  const histories = probes.map(() => [] as string[]);
  const recorded = probes.map((probe, index) => ({
    probe,
    onRender: (access: Access, text: string) => {
      accesses[index] = access;
      if (histories[index]?.at(-1) !== text) histories[index]?.push(text);
    },
  }));
  let unmount: (() => void) | undefined = render(container, storage, recorded, frame);
  const end = () => {
    unmount?.();
    unmount = undefined;
  };
  // Unmount before the container is removed.
  cleanups.unshift(end);
  const buttons = () => container.querySelectorAll('button');
  return {
    container,
    text: (index = 0) => buttons()[index]?.textContent,
    access: (index = 0) => accesses[index] as Access,
    history: (index = 0) => histories[index] as string[],
    click: (index = 0) => buttons()[index]?.click(),
    unmount: end,
  };
}

/** The stored entry. */
export const stored = (key: string = OPTIONS.storageModuleKey): Module =>
  JSON.parse(localStorage.getItem(key) as string);

export const showing = (name: string): Probe => ({ show: (access) => String(access.get(name)) });

/** A driver, and functions for its tests. */
export interface Setup {
  readonly driver: Driver;
  create(): Storage;
  mount(storage: Storage, ...probes: Probe[]): Mounted;
}

export const setUp = (driver: Driver): Setup => ({
  driver,
  create: () => driver.createLocalStorage(OPTIONS),
  mount: (storage, ...probes) => mountWith(driver.render, storage, probes),
});

/** Calls a function after the test. */
export const onCleanup = (clean: () => void): void => {
  cleanups.push(clean);
};
