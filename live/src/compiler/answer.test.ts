// @vitest-environment node

import { expect, test } from 'vitest';
import { answer } from './answer.ts';
import { compileScript } from './compile-script.ts';

test('a response contains the module and its imports', () => {
  const request = { id: 7, name: 'a.ts', source: "import { a } from './b'; await a;" };
  expect(answer(compileScript, request)).toEqual({
    id: 7,
    module: { code: expect.stringContaining('await _b.a'), isAsync: true },
    imports: ['./b'],
  });
});

test('a response to an invalid file contains the error and its position', () => {
  const request = { id: 8, name: 'a.ts', source: '\nlet a = ;' };
  expect(answer(compileScript, request)).toEqual({
    id: 8,
    error: { message: 'Unexpected token.', line: 2, column: 9 },
  });
});

test('every error is a response', () => {
  const fail = () => {
    throw new Error('no memory');
  };
  const request = { id: 9, name: 'a.ts', source: '' };
  expect(answer(fail, request)).toEqual({ id: 9, error: { message: 'no memory' } });
});
