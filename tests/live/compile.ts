/** Compiles programs as the site does: `node compile.ts < sources.json`, each a file by its name. */

import { text } from 'node:stream/consumers';
import { compileFile } from '../../live/src/compiler/compile-vue.ts';
import { collectProgram } from '../../live/src/compiler/program.ts';

const sources: Record<string, string> = JSON.parse(await text(process.stdin));
const programs = Object.keys(sources).map((name) => [
  name,
  collectProgram(name, (file) => sources[file], compileFile).program,
]);
process.stdout.write(JSON.stringify(Object.fromEntries(programs)));
