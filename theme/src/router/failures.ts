import { UnreachableError } from './ask-server';

/** A script that did not come, as the bundler's runtime reports it. */
export interface ChunkLoadError extends Error {
  readonly type: string;
}

export const isChunkLoadError = (error: unknown): error is ChunkLoadError =>
  error instanceof Error && error.name === 'ChunkLoadError';

/** Whether nobody answered. To ask the same server once more would only make readers wait. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof UnreachableError || (isChunkLoadError(error) && error.type === 'timeout');
