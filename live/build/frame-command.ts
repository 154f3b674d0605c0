/** Builds iframes and programs from the sources, for tests. */

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { BrowserCommand } from 'vitest/node';
import { compileScript } from '../src/compiler/compile-script.ts';
import type { Framework, Program } from '../src/protocol.ts';
import { buildFrames } from './frames.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Returns the HTML of the iframe. */
    buildFrame(framework: Framework): Promise<string>;
    /** The first file is the entry module. */
    compileProgram(sources: Readonly<Record<string, string>>): Promise<Program>;
  }
}

const output = fileURLToPath(new URL('../../build/live-frames', import.meta.url));
let building: ReturnType<typeof buildFrames> | undefined;

export const buildFrame: BrowserCommand<[Framework]> = async (_, framework) => {
  building ??= buildFrames(output, { isFromSources: true });
  const names = await building;
  return readFile(`${output}/${names[framework]}`, 'utf8');
};

export const compileProgram: BrowserCommand<[Readonly<Record<string, string>>]> = (_, sources) => {
  const modules = Object.entries(sources).map(([name, source]) => [
    name,
    compileScript(name, source).module,
  ]);
  return { entry: Object.keys(sources)[0] ?? '', modules: Object.fromEntries(modules) } as Program;
};
