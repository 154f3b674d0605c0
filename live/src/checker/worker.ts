/** The worker that checks types. */

import { createChecker } from './answer.ts';
import type { CheckRequest } from './messages.ts';

/** `Types` as JSON: the build defines it. */
declare const SAMPLE_TYPES: string;

const answer = createChecker(JSON.parse(SAMPLE_TYPES));

self.addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
  self.postMessage(answer(data));
});
