/** Bundles TypeScript without the function that wraps all of its code. */

import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

const START = 'var ts = {}; ((module) => {\n"use strict";\n';
const EXPORT = 'module.exports = __toCommonJS(typescript_exports);\n';
const END = '// Annotate the CommonJS export names for ESM import in node:\n';

/**
 * Browsers parse a function first to find its end and again when it is called, so wrappers around
 * nine megabytes of code cost a fifth of a second. As a module, the code has no wrapper.
 */
export const flatTypescript: Plugin = {
  name: 'flat-typescript',
  setup(build) {
    build.onLoad({ filter: /[/\\]typescript[/\\]lib[/\\]typescript\.js$/ }, ({ path }) => ({
      contents: toModule(readFileSync(path, 'utf8')),
    }));
  },
};

/** Throws if the file is not as expected, such as in another version. */
export function toModule(text: string): string {
  const [head, body, rest] = [text.indexOf(START), text.indexOf(EXPORT), text.lastIndexOf(END)];
  if (head < 0 || body < head || rest < body) {
    throw new Error('typescript.js has another wrapper than the one that is removed.');
  }
  const [before, after] = [
    text.slice(head + START.length, body),
    text.slice(body + EXPORT.length, rest),
  ];
  return `${before}${after}export default typescript_exports;\n`;
}
