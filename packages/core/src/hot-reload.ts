/** Names in the stack while a file is evaluated again: webpack, Rspack and Next.js; Turbopack; Parcel; Vite. */
const RUNTIMES = /\b(internalApply|applyInternal|hmrAccept\w*)\b|bundledDevClient/;

/** Webpack calls the function of a file, which is named after it. Next.js wraps that call. */
const WEBPACK_FILE = /([^\s@]+)[@ ]\S*\n(.*\boptions\.factory\b.*\n)?.*__webpack_require__/;

const ADDRESS = /(\w+:\/\/[^\s?]+?)(\?\S*?)?:\d+:\d+/g;

/**
 * Returns whether hot reload runs a file again, given the stacks of a call in it and an earlier call.
 * If two files, or one file twice, create modules with the same key, it doesn't.
 */
export function isHotReload(before: string, now: string): boolean {
  const times = timesIn(before);
  const isEdited = ([file, time]: [string, string]) => time && (times.get(file) ?? time) !== time;
  if ([...timesIn(now)].some(isEdited)) return true;
  const fileIn = (stack: string) => WEBPACK_FILE.exec(stack)?.[1];
  return RUNTIMES.test(now) && fileIn(before) === fileIn(now);
}

/** Returns the files in a stack, with the time that Vite adds to the address of an edited one. */
function timesIn(stack: string): Map<string, string> {
  return new Map(
    Array.from(stack.matchAll(ADDRESS), ([, file = '', query = '']) => [
      file,
      /[?&]t=(\d+)/.exec(query)?.[1] ?? '',
    ]),
  );
}
