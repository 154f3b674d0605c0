/** A function that does its work at most once in `wait` milliseconds. */
export interface Throttled {
  (): void;
  /** Forgets what is still to do. */
  cancel(): void;
}

/** Works at the first call, and once more after the last, so that the end is never missed. */
export function throttle(work: () => void, wait: number): Throttled {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;

  const start = (): void => {
    isDue = false;
    work();
    timer = setTimeout(onEnd, wait);
  };
  const onEnd = (): void => {
    timer = undefined;
    if (isDue) {
      start();
    }
  };
  const throttled = (): void => {
    if (timer === undefined) {
      start();
    } else {
      isDue = true;
    }
  };
  const cancel = (): void => {
    clearTimeout(timer);
    timer = undefined;
    isDue = false;
  };
  return Object.assign(throttled, { cancel });
}
