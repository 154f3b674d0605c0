import { UnreachableError } from './ask-server';

/** A script that did not come, as the bundler's runtime reports it. */
export interface ChunkLoadError extends Error {
  readonly type: string;
}

export const isChunkLoadError = (error: unknown): error is ChunkLoadError =>
  error instanceof Error && error.name === 'ChunkLoadError';

/** Whether the server kept silent. To ask it once more would only make readers wait. */
export const isTimeout = (error: unknown): boolean =>
  isChunkLoadError(error)
    ? error.type === 'timeout'
    : error instanceof UnreachableError && error.isTimeout;
