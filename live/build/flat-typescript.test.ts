// @vitest-environment node

import { expect, test } from 'vitest';
import { toModule } from './flat-typescript.ts';

const WRAPPED = `/*! License */
var ts = {}; ((module) => {
"use strict";
var typescript_exports = {};
module.exports = __toCommonJS(typescript_exports);
function parse() {}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  parse
});
})({ get exports() { return ts; }, set exports(v) { ts = v; } })
`;

test('the code of TypeScript is a module without a wrapper', () => {
  expect(toModule(WRAPPED)).toBe(
    'var typescript_exports = {};\nfunction parse() {}\nexport default typescript_exports;\n',
  );
});

test.for([
  { what: 'start', text: WRAPPED.replace('((module) =>', '((module, exports) =>') },
  { what: 'export', text: WRAPPED.replace('__toCommonJS', '__toCommonJS2') },
  { what: 'end', text: WRAPPED.replace('// Annotate', '// Note') },
])('another $what is an error', ({ text }) => {
  expect(() => toModule(text)).toThrow('another wrapper');
});
