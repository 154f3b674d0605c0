import { resetModules } from '@tuffet/core/testing';
import { afterEach, beforeEach, vi } from 'vitest';
import { createRecorder, type Recorder } from '../src/model/recorder.ts';
import type { Change } from '../src/model/timeline.ts';

let recorder: Recorder | undefined;

/** Starts with empty storage and without modules. At the end, `Storage` has its own methods again. */
export function usePage(): void {
  const { setItem, removeItem, clear } = Storage.prototype;
  beforeEach(() => {
    resetModules();
    localStorage.clear();
    sessionStorage.clear();
  });
  afterEach(() => {
    recorder?.stop();
    recorder = undefined;
    Object.assign(Storage.prototype, { setItem, removeItem, clear });
    vi.restoreAllMocks();
  });
}

export function startRecorder(): Recorder {
  recorder = createRecorder();
  return recorder;
}

export const summarize = ({ storage, key, before, after, origin }: Change): string =>
  `${origin} ${storage} ${key}: ${before} -> ${after}`;

/** Changes local storage as another tab does: this page receives the event afterwards. */
export function writeElsewhere(key: string, newValue: string): void {
  const oldValue = localStorage.getItem(key);
  // An assignment isn't recorded by itself, like a write of another process.
  localStorage[key] = newValue;
  dispatchEvent(
    new StorageEvent('storage', { key, oldValue, newValue, storageArea: localStorage }),
  );
}
