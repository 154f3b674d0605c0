/**
 * The Node process that docsite drives. Each line of its input is a request,
 * `{"id": 1, "method": "highlight", "params": …}`, and each line of its output the answer,
 * `{"id": 1, "result": …}` or `{"id": 1, "error": {"message": …}}`, in the same order.
 *
 *     node worker.mjs <server bundle of the theme>
 */

import { Console } from 'node:console';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const answer = takeOutput();

const importTheme = () =>
  import(/* webpackIgnore: true */ pathToFileURL(resolve(process.argv[2] ?? '')).href);
const importHighlight = () => import('./highlight.mjs');

/** Each module is loaded when it is first needed. */
const METHODS = {
  highlight: async (blocks) => (await importHighlight()).highlight(blocks),
  hovers: async (request) => (await import('./hovers.mjs')).findHovers(request),
  languages: async () => (await importHighlight()).languages(),
  render: async (request) => (await importTheme()).render(request),
  notFound: async (request) => (await importTheme()).renderNotFound(request),
  print: async (request) => (await importTheme()).renderPrint(request),
};

for await (const line of readLines(process.stdin)) {
  answer(await answerTo(JSON.parse(line)));
}
// Timers of the theme must not keep the process alive after the last request.
process.exit(0);

async function answerTo({ id, method, params }) {
  try {
    if (!Object.hasOwn(METHODS, method)) throw new Error(`There is no method ${method}.`);
    return { id, result: await METHODS[method](params) };
  } catch (error) {
    console.error(error);
    return { id, error: { message: String(error?.message ?? error) } };
  }
}

/** Only responses are written to stdout. All other output goes to stderr. */
function takeOutput() {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  globalThis.console = new Console(process.stderr, process.stderr);
  return (value) => write(`${JSON.stringify(value)}\n`);
}

/** Lines end at a line feed only: readline would also end them at U+2028, which JSON may contain. */
async function* readLines(stream) {
  const newline = '\n'.charCodeAt(0);
  let parts = [];
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      yield Buffer.concat([...parts, chunk.subarray(start, end)]).toString();
      parts = [];
      start = end + 1;
    }
    parts.push(chunk.subarray(start));
  }
}
