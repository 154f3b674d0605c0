import { expect, test } from 'vitest';
import { UnreachableError } from './ask-server';
import { isChunkLoadError, isTimeout } from './failures';

/** Creates an error like the bundler's runtime. */
const chunkLoadError = (type: string): Error =>
  Object.assign(new Error('Loading chunk 2 failed.'), { name: 'ChunkLoadError', type });

test('a ChunkLoadError is recognized by its name', { tags: ['site-chunk-error'] }, () => {
  expect(isChunkLoadError(chunkLoadError('missing'))).toBe(true);
  expect(isChunkLoadError(new Error('ChunkLoadError'))).toBe(false);
  expect(isChunkLoadError({ name: 'ChunkLoadError' })).toBe(false);
});

const unreachable = (cause: Error): Error => new UnreachableError('No answer.', { cause });

test.for([
  [chunkLoadError('timeout'), true],
  [chunkLoadError('missing'), false],
  [chunkLoadError('error'), false],
  [unreachable(new DOMException('No answer after 3 ms.', 'TimeoutError')), true],
  [unreachable(new TypeError('Failed to fetch')), false],
  [new SyntaxError('Unexpected token'), false],
  ['timeout', false],
] as const)('%s is a timeout: %s', ([error, expected]) => {
  expect(isTimeout(error)).toBe(expected);
});
