import { execFile } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BrowserCommand } from 'vitest/node';
import type { Frame } from './components.ts';
import type { ServerPage } from './render-on-server.ts';

export type Loading = 'import' | 'require';

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Renders in Node; rejects when anything was printed to stderr. */
    renderOnServer(folder: string, loading: Loading, frame: Frame): Promise<ServerPage>;
  }
}

const run = promisify(execFile);
const cwd = fileURLToPath(new URL('../../../', import.meta.url));
const times = (pattern: string) =>
  globSync(pattern, { cwd: `${cwd}packages` }).map(
    (file) => statSync(`${cwd}packages/${file}`).mtimeMs,
  );

let building: Promise<unknown> | undefined;

/** Servers load the built packages, which must be up to date. */
function build(): Promise<unknown> {
  const built = times('*/dist/*.{mjs,cjs}');
  if (!built.length || Math.min(...built) < Math.max(...times('*/src/*.ts')))
    building ??= run('node_modules/.bin/tsdown', { cwd });
  return building ?? Promise.resolve();
}

const pages = new Map<string, Promise<ServerPage>>();

async function render(...args: [string, Loading, Frame]): Promise<ServerPage> {
  await build();
  const script = 'tests/library/contract/render-on-server.ts';
  const { stdout, stderr } = await run('node_modules/.bin/node', [script, ...args], { cwd });
  if (stderr) throw new Error(stderr);
  return JSON.parse(stdout) as ServerPage;
}

/** Several tests hydrate the same page, so each page is rendered once per run. */
export const renderOnServer: BrowserCommand<[string, Loading, Frame]> = (_, ...args) => {
  const key = args.join(' ');
  const page = pages.get(key) ?? render(...args);
  pages.set(key, page);
  return page;
};
