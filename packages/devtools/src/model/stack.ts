/** Between a component and storage there are frames of the framework and of the modules. */
const MAX_FRAMES = 40;

type Capture = (target: object, below: Function) => void;

/** Returns the frames of the current stack that are below a function, where the browser can do so. */
export function captureStack(below: Function): string {
  const errors = Error as { captureStackTrace?: Capture; stackTraceLimit?: number };
  const { stackTraceLimit: frames } = errors;
  errors.stackTraceLimit = MAX_FRAMES;
  const error = new Error();
  errors.captureStackTrace?.(error, below);
  if (frames !== undefined) errors.stackTraceLimit = frames;
  const lines = (error.stack ?? '').split('\n').map((line) => line.trim());
  return lines.filter((line) => /:\d+(:\d+)?\)?$/.test(line)).join('\n');
}
