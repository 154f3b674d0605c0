/**
 * Stacks of a call in `settings` before and after an edit, recorded with the tools in
 * tests/frameworks: `record` and `make` are functions in other files that `settings` calls.
 */

export interface Reload {
  readonly before: string;
  readonly after: string;
  /** The same call in another file that the edit added. */
  readonly other?: string;
}

const LOCAL = 'http://127.0.0.1:5301';

/** Firefox and WebKit have no `at`, and no error message. */
const inGecko = (stack: string) =>
  stack
    .replace(/^Error.*\n/, '')
    .replace(/^ +at (?:(.*) \()?(.*?)\)?$/gm, (_, name = '', address) => `${name}@${address}`);

const WEBPACK_ENTRY = `    at __webpack_require__ (${LOCAL}/main.js:302:32)
    at fn (${LOCAL}/main.js:465:21)
    at eval (webpack://x/./app/view.js?:5:70)
    at ./app/view.js (${LOCAL}/main.js:59:1)
    at __webpack_require__ (${LOCAL}/main.js:302:32)`;

const WEBPACK_UPDATE = `${WEBPACK_ENTRY}
    at fn (${LOCAL}/main.js:465:21)
    at eval (webpack://x/./app/main.js?:7:163)
    at Object.apply (${LOCAL}/main.js:1228:42)
    at ${LOCAL}/main.js:797:37
    at Array.map (<anonymous>)
    at internalApply (${LOCAL}/main.js:796:16)
    at Object.hotApply [as apply] (${LOCAL}/main.js:723:20)`;

const NEXT_ENTRY = `    at options.factory (${LOCAL}/_next/static/chunks/webpack.js?v=1795090248757:708:31)
    at __webpack_require__ (${LOCAL}/_next/static/chunks/webpack.js?v=1795090248757:29:33)
    at fn (${LOCAL}/_next/static/chunks/webpack.js?v=1795090248757:361:21)
    at eval (webpack-internal:///(app-pages-browser)/./app/View.tsx:6:67)`;

const TURBOPACK = `${LOCAL}/_next/static/chunks/turbopack-next_19yt8-bs2bos1._.js`;

const chromium: Record<string, Reload> = {
  Vite: {
    before: `Error
    at record (${LOCAL}/app/lib.js:1:89)
    at make (${LOCAL}/app/factory.js:2:27)
    at ${LOCAL}/app/settings.js:2:1`,
    after: `Error
    at record (${LOCAL}/app/lib.js:1:89)
    at make (${LOCAL}/app/factory.js:2:27)
    at ${LOCAL}/app/settings.js?t=1795089771227:2:1`,
    other: `Error
    at record (${LOCAL}/app/lib.js:1:89)
    at make (${LOCAL}/app/factory.js:2:27)
    at ${LOCAL}/app/other.js?t=1795089771227:2:1`,
  },
  'Vite, after an earlier edit': {
    before: `Error
    at record (${LOCAL}/node_modules/.vite/deps/lib.js?v=1c9a3ba2:1:89)
    at ${LOCAL}/app/settings.js?t=1795089771227:2:1`,
    after: `Error
    at record (${LOCAL}/node_modules/.vite/deps/lib.js?v=1c9a3ba2:1:89)
    at ${LOCAL}/app/settings.js?t=1795089772452:2:1`,
    other: `Error
    at record (${LOCAL}/node_modules/.vite/deps/lib.js?v=1c9a3ba2:1:89)
    at ${LOCAL}/app/settings.js?t=1795089771227:3:1`,
  },
  webpack: {
    before: `Error
    at make (webpack://x/./app/factory.js?:7:67)
    at eval (webpack://x/./app/settings.js?:7:50)
    at ./app/settings.js (${LOCAL}/main.js:49:1)
${WEBPACK_ENTRY}`,
    after: `Error
    at make (webpack://x/./app/factory.js?:7:67)
    at eval (webpack://x/./app/settings.js?:7:50)
    at ./app/settings.js (${LOCAL}/main.c195913e47a348b2f849.hot-update.js:18:1)
${WEBPACK_UPDATE}`,
    other: `Error
    at make (webpack://x/./app/factory.js?:7:67)
    at eval (webpack://x/./app/other.js?:7:50)
    at ./app/other.js (${LOCAL}/main.c195913e47a348b2f849.hot-update.js:28:1)
${WEBPACK_UPDATE}`,
  },
  'webpack, after an edit of another file': {
    before: `Error
    at make (${LOCAL}/main.js:17:67)
    at ./app/settings.js (${LOCAL}/main.js:69:50)
${WEBPACK_ENTRY}`,
    after: `Error
    at make (${LOCAL}/main.js:17:67)
    at ./app/settings.js (${LOCAL}/main.js:69:50)
${WEBPACK_UPDATE}`,
  },
  'Next.js with webpack': {
    before: `Error
    at eval (webpack-internal:///(app-pages-browser)/./app/settings.ts:7:47)
    at (app-pages-browser)/./app/settings.ts (${LOCAL}/_next/static/chunks/app/page.js:83:1)
${NEXT_ENTRY}`,
    after: `Error
    at eval (webpack-internal:///(app-pages-browser)/./app/settings.ts:7:47)
    at (app-pages-browser)/./app/settings.ts (${LOCAL}/_next/static/webpack/app/page.09df.hot-update.js:18:1)
${NEXT_ENTRY}
    at internalApply (${LOCAL}/_next/static/chunks/webpack.js?v=1795090248757:639:21)`,
    other: `Error
    at eval (webpack-internal:///(app-pages-browser)/./app/other.ts:7:47)
    at (app-pages-browser)/./app/other.ts (${LOCAL}/_next/static/webpack/app/page.09df.hot-update.js:28:1)
${NEXT_ENTRY}
    at internalApply (${LOCAL}/_next/static/chunks/webpack.js?v=1795090248757:639:21)`,
  },
  'Next.js with Turbopack': {
    before: `Error
    at module evaluation (${LOCAL}/_next/static/chunks/_1s5bpo1m3uiwg._.js:69:135)
    at runModuleExecutionHooks (${TURBOPACK}:1953:13)
    at instantiateModule (${TURBOPACK}:1938:12)`,
    after: `Error
    at module evaluation (${LOCAL}/_next/static/chunks/_1s5bpo1m3uiwg._.js?id=%255Bproject%255D/next/app/settings.ts+(ecmascript):10:135)
    at runModuleExecutionHooks (${TURBOPACK}:1953:13)
    at instantiateModule (${TURBOPACK}:1938:12)
    at applyPhase (${TURBOPACK}:1795:13)
    at applyInternal (${TURBOPACK}:1829:5)`,
  },
  Parcel: {
    before: `Error
    at 3s83Q../settings.js (${LOCAL}/parcel.30432544.js:738:21)
    at newRequire (${LOCAL}/parcel.30432544.js:84:24)`,
    after: `Error
    at parcelHotUpdate.3s83Q (/__parcel_hmr/283a3d5d2af94075:5:21)
    at newRequire (${LOCAL}/parcel.30432544.js:84:24)
    at hmrAccept (${LOCAL}/parcel.30432544.js:695:5)`,
  },
  'Vite with bundledDev': {
    before: `Error
    at ${LOCAL}/assets/index.js:103:2
    at ${LOCAL}/assets/index.js:6:23`,
    after: `Error
    at ${LOCAL}/hmr_patch_0.js:10:30
    at ViteDevRuntime.initModule (${LOCAL}/@rolldown/experimental-runtime.mjs:258:3)
    at BundledDevHMRClient.applyUpdate (${LOCAL}/bundledDevClient.mjs:450:18)`,
  },
};

const convert = ({ before, after, other }: Reload): Reload => ({
  before: inGecko(before),
  after: inGecko(after),
  ...(other && { other: inGecko(other) }),
});

/** By tool and engine. */
export const RELOADS: [name: string, reload: Reload][] = Object.entries(chromium).flatMap(
  ([name, reload]): [string, Reload][] => [
    [`${name}, Chromium`, reload],
    [`${name}, Firefox and WebKit`, convert(reload)],
  ],
);
