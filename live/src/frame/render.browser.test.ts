import fc from 'fast-check';
import { expect, test } from 'vitest';
import page from '../../../scripts/docs/examples/runner/page.js?raw';
import { MAX_CHARACTERS, renderAll } from './render.ts';

/** The console that records the output of the samples for the documentation. */
function createRecorder(): (...values: unknown[]) => string {
  const window = { lines: [] as string[], addEventListener() {} };
  const recorder = {} as Console;
  new Function('window', 'location', 'console', page)(window, { search: '' }, recorder);
  return (...values) => {
    recorder.log(...values);
    return window.lines.pop() ?? '';
  };
}

const record = createRecorder();

const attempt = (action: () => string): string => {
  try {
    return action();
  } catch (error) {
    return `throws ${(error as Error).name}`;
  }
};

const text = fc.oneof(
  fc.string(),
  fc.constantFrom("'", '\\', '\n', "it's\n", '名', '$a', '_1', '1a'),
);
const special = fc.oneof(
  text,
  text.map((message) => new RangeError(message)),
  text.map((message) => Object.assign(new Error(message), { name: 'TuffetError', code: 'quota' })),
  fc.constantFrom(
    Symbol('mark'),
    () => 1,
    function named() {},
    class Some {},
    -0,
    Number.NaN,
  ),
);
const value = fc.anything({
  key: text,
  values: [special, fc.anything({ maxDepth: 0 })],
  maxDepth: 6,
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withNullPrototype: true,
  withObjectString: true,
  withSparseArray: true,
  withTypedArray: true,
});

test('formats every value like the recorded output of samples', () => {
  const property = fc.property(fc.array(value, { maxLength: 4 }), (values) => {
    expect(attempt(() => renderAll(values))).toBe(attempt(() => record(...values)));
  });
  fc.assert(property, { numRuns: 1000 });
});

test('limits reference cycles and very long values, unlike page.js', () => {
  const circle: unknown[] = [1];
  circle.push(circle);
  expect(renderAll([circle])).toMatch(/^\[ 1, \[ 1, [^…]*… [ \]]*$/);
  expect(renderAll([new Array(1e6).fill('x')]).length).toBeLessThan(MAX_CHARACTERS + 2);
  expect(renderAll(['x'.repeat(1e6), 'y'])).toHaveLength(MAX_CHARACTERS + 1);
});
