/** Opens iframes in tests, and records their messages. */

import { onTestFinished } from 'vitest';
import { commands } from 'vitest/browser';
import type { Framework, FromFrame, Start, StoredEntry, ToFrame } from '../protocol.ts';
import { PREFIXES } from './render.ts';

type MessageOf<Type extends FromFrame['type']> = Extract<FromFrame, { type: Type }>;

export interface OpenFrame {
  readonly element: HTMLIFrameElement;
  readonly messages: readonly FromFrame[];
  /** Whether it reported that the sample navigated away. */
  readonly hasLeft: () => boolean;
  of<Type extends FromFrame['type']>(type: Type): MessageOf<Type>[];
  /** Waits for the first matching message. */
  until<Type extends FromFrame['type']>(
    type: Type,
    fits?: (message: MessageOf<Type>) => boolean,
  ): Promise<MessageOf<Type>>;
  /** The lines of the console. */
  lines(): string[];
  post(message: ToFrame): void;
}

export interface FrameOptions {
  readonly framework?: Framework;
  readonly entries?: readonly StoredEntry[];
  readonly sandbox?: string;
}

export async function createStart(
  sources: string | Readonly<Record<string, string>>,
  entries: readonly StoredEntry[] = [],
): Promise<Start> {
  const files = typeof sources === 'string' ? { 'sample.ts': sources } : sources;
  const program = await commands.compileProgram(files);
  return { type: 'start', program, entries, language: 'zh', colorMode: 'dark' };
}

/** Loads an iframe without starting a program. */
export async function loadFrame({
  framework = 'plain',
  sandbox = 'allow-scripts',
}: FrameOptions = {}): Promise<HTMLIFrameElement> {
  const element = document.createElement('iframe');
  element.setAttribute('sandbox', sandbox);
  element.srcdoc = await commands.buildFrame(framework);
  const isLoaded = new Promise((resolve) => {
    element.onload = resolve;
  });
  document.body.append(element);
  onTestFinished(() => element.remove());
  await isLoaded;
  return element;
}

/** Runs one file, or several by name. */
export async function openFrame(
  sources: string | Readonly<Record<string, string>>,
  options: FrameOptions = {},
): Promise<OpenFrame> {
  const start = await createStart(sources, options.entries);
  const element = await loadFrame(options);
  return startFrame(element, start);
}

export function startFrame(element: HTMLIFrameElement, start: Start): OpenFrame {
  const { port1, port2 } = new MessageChannel();
  const messages: FromFrame[] = [];
  const waiting = new Set<() => void>();
  let hasLeft = false;
  port1.onmessage = ({ data }) => {
    messages.push(data);
    for (const look of waiting) look();
  };
  const listen = ({ source, data }: MessageEvent) => {
    if (source === element.contentWindow && data?.type === 'left') hasLeft = true;
  };
  addEventListener('message', listen);
  onTestFinished(() => removeEventListener('message', listen));
  element.contentWindow?.postMessage(start, '*', [port2]);
  const of = <Type extends FromFrame['type']>(type: Type) =>
    messages.filter((message): message is MessageOf<Type> => message.type === type);
  return {
    element,
    messages,
    hasLeft: () => hasLeft,
    of,
    until: (type, fits = () => true) =>
      new Promise((resolve) => {
        const look = () => {
          const found = of(type).find(fits);
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    lines: () => of('line').map(({ level, text }) => PREFIXES[level] + text),
    post: (message) => port1.postMessage(message),
  };
}

/** The lines of a program that ends. */
export async function linesOf(
  sources: string | Readonly<Record<string, string>>,
  options?: FrameOptions,
): Promise<string[]> {
  const frame = await openFrame(sources, options);
  await frame.until('done');
  return frame.lines();
}
