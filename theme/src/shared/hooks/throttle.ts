export interface Throttled {
  (): void;
  cancel(): void;
}

/** Runs at the first call, and once more after the last, at most once in `wait` milliseconds. */
export function throttle(work: () => void, wait: number): Throttled {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;

  const run = (): void => {
    isDue = false;
    work();
    timer = setTimeout(() => {
      timer = undefined;
      if (isDue) {
        run();
      }
    }, wait);
  };
  const throttled = (): void => {
    if (timer === undefined) {
      run();
    } else {
      isDue = true;
    }
  };
  return Object.assign(throttled, { cancel: () => clearTimeout(timer) });
}
