import { type ErrorHandler, StorageModule, TuffetError } from '@tuffet/core';
import { resetModules } from '@tuffet/core/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createConsoleHandler } from '../src/console-handler.ts';

const quota = () => new TuffetError('quota', 'notes', 'Storage is full.');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  resetModules();
  localStorage.clear();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const watchConsole = () => vi.spyOn(console, 'error').mockImplementation(() => {});

test('a full storage is logged once in five seconds', () => {
  const error = watchConsole();
  const handle = createConsoleHandler();
  for (const [wait, printed] of [
    [0, 1],
    [4999, 1],
    [1, 2],
    [4999, 2],
    [1, 3],
  ] as const) {
    vi.advanceTimersByTime(wait);
    handle(quota());
    expect(error).toHaveBeenCalledTimes(printed);
  }
});

test('every other error is logged', () => {
  const error = watchConsole();
  const handle = createConsoleHandler();
  for (const code of ['quota', 'corrupt', 'corrupt', 'version'] as const) {
    handle(new TuffetError(code, 'notes', ''));
  }
  expect(error).toHaveBeenCalledTimes(4);
});

/** More than jsdom (5,000,000 code units) and Chromium (5,242,880) store. */
const tooMuch = 'x'.repeat(5_300_000);

function fill(key: string, onError?: ErrorHandler) {
  const notes = new StorageModule<{ text: string }>(key, 'local');
  if (onError) notes.getHelper().setErrorHandler(onError);
  return [1, 2, 3].map(() => notes.setItem('text', tooMuch));
}

test('each module has its own interval', () => {
  const error = watchConsole();
  expect([...fill('notes'), ...fill('drafts')]).toEqual(Array(6).fill(false));
  expect(error.mock.calls.map(([{ key }]) => key)).toEqual(['notes', 'drafts']);
});

test('a custom handler is always called', () => {
  const handler = vi.fn();
  fill('notes', handler);
  expect(handler).toHaveBeenCalledTimes(3);
});
