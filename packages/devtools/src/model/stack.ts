/** Between a component and storage there are frames of the framework and of the modules. */
const MAX_FRAMES = 40;

type Capture = (target: object, below: Function) => void;

/** Returns the frames of the current stack that are below a function, where the browser can do so. */
export function captureStack(below: Function): string {
  const lines = readStack(below)
    .split('\n')
    .map((line) => line.trim());
  const frames = lines.filter((line) => /:\d+(:\d+)?\)?$/.test(line));
  // WebKit keeps the frames of `below` and of the two functions in this file, so they are removed here.
  const own = frames.slice(0, 3).findIndex((frame) => frame.startsWith(`${below.name}@`));
  return frames.slice(own + 1).join('\n');
}

function readStack(below: Function): string {
  const errors = Error as { captureStackTrace?: Capture; stackTraceLimit?: number };
  const { stackTraceLimit: frames } = errors;
  const error = new Error();
  // Browsers without a limit don't have the property, and a page may freeze `Error`.
  if (typeof frames !== 'number' || Object.isFrozen(Error)) return error.stack ?? '';
  errors.stackTraceLimit = MAX_FRAMES;
  errors.captureStackTrace?.(error, below);
  errors.stackTraceLimit = frames;
  return error.stack ?? '';
}
