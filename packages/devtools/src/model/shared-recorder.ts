import { createRecorder, type Recorder } from './recorder.ts';

let recorder: Recorder | undefined;
let users = 0;

/**
 * Returns the recorder of the page, and a function that ends its use; with the last use, the recording
 * ends. Two recorders would take each other's writes for those of modules or other code.
 */
export function shareRecorder(): readonly [recorder: Recorder, release: () => void] {
  recorder ??= createRecorder();
  users += 1;
  let isReleased = false;
  const release = (): void => {
    if (isReleased) return;
    isReleased = true;
    users -= 1;
    if (users > 0) return;
    recorder?.stop();
    recorder = undefined;
  };
  return [recorder, release];
}
