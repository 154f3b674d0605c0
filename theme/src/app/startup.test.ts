import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runStartupTasks } from './startup';

const log = vi.spyOn(console, 'error');

beforeEach(() => {
  log.mockImplementation(() => {});
});

afterEach(() => {
  log.mockReset();
});

const ERROR = new Error('broken');
const TAGS = { tags: ['site-startup-errors'] };

test.for([
  [
    'throws',
    () => {
      throw ERROR;
    },
  ],
  ['rejects', () => Promise.reject(ERROR)],
] as const)(
  'a task that %s is logged to the console, and the others run',
  TAGS,
  async ([, run]) => {
    const before = vi.fn();
    const after = vi.fn();
    await runStartupTasks([
      { name: 'before', run: before },
      { name: 'broken', run },
      { name: 'after', run: after },
    ]);
    expect(before).toHaveBeenCalledOnce();
    expect(after).toHaveBeenCalledOnce();
    expect(log).toHaveBeenCalledExactlyOnceWith('The startup task “broken” failed.', ERROR);
  },
);

test('all tasks start immediately, without waiting for a slow one', TAGS, () => {
  const after = vi.fn();
  runStartupTasks([
    { name: 'slow', run: () => new Promise(() => {}) },
    { name: 'after', run: after },
  ]);
  expect(after).toHaveBeenCalledOnce();
});

test('nothing is logged if all tasks succeed', TAGS, async () => {
  await runStartupTasks([{ name: 'fine', run: () => 1 }]);
  expect(log).not.toHaveBeenCalled();
});
