// @vitest-environment node

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publish } from './publish.ts';

let folder = '';
const LONG_AGO = new Date(0);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'publish-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Record<string, string>): void {
  rmSync(join(folder, 'made'), { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, 'made', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Returns all files, and those that were written. */
function publishNow() {
  const output = join(folder, 'output');
  publish(join(folder, 'made'), output, 'manifest.json');
  const entries = readdirSync(output, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const fresh = files.filter((file) => statSync(file).mtimeMs > LONG_AGO.getTime());
  for (const file of files) utimesSync(file, LONG_AGO, LONG_AGO);
  const short = (file: string) => file.slice(output.length + 1);
  return { files: files.map(short), fresh: fresh.map(short) };
}

test('changed files are written, and then the last file', () => {
  const files = { 'a.js': '1', 'b/c.json': '2', 'manifest.json': '{}' };
  const names = Object.keys(files);
  write(files);
  expect(publishNow()).toEqual({ files: names, fresh: names });
  expect(publishNow()).toEqual({ files: names, fresh: [] });
  write({ ...files, 'b/c.json': '3' });
  expect(publishNow()).toEqual({ files: names, fresh: ['b/c.json', 'manifest.json'] });
});

test('removed files are deleted', () => {
  write({ 'a.js': '1', 'b/c.json': '2', 'manifest.json': '{}' });
  publishNow();
  write({ 'a.js': '1', 'manifest.json': '{}' });
  expect(publishNow()).toEqual({ files: ['a.js', 'manifest.json'], fresh: ['manifest.json'] });
});
