import { UnreachableError } from './ask-server';

/** A script that couldn't be loaded, as the bundler's runtime reports it. */
export interface ChunkLoadError extends Error {
  readonly type: string;
}

export const isChunkLoadError = (error: unknown): error is ChunkLoadError =>
  error instanceof Error && error.name === 'ChunkLoadError';

/** Whether the server timed out. A retry would only add to the wait. */
export const isTimeout = (error: unknown): boolean =>
  isChunkLoadError(error)
    ? error.type === 'timeout'
    : error instanceof UnreachableError && error.isTimeout;
