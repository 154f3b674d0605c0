import { StorageModule } from '@tuffet/core';
import {
  collectErrors,
  failWrites,
  resetModules,
  simulateTab,
} from '@tuffet/core/testing';
import { beforeEach, expect, test, vi } from 'vitest';

const openCounter = () =>
  new StorageModule<{ count: number }>('counter', 'local');

beforeEach(() => {
  resetModules();
  localStorage.clear();
});

test('full storage is reported', () => {
  const errors = collectErrors();
  const counter = openCounter();
  const end = failWrites('quota');
  expect(counter.setItem('count', 1)).toBe(false);
  expect(errors.map(({ code }) => code)).toEqual(['quota']);
  end();
  expect(counter.setItem('count', 1)).toBe(true);
});

test('another tab is notified', () => {
  const counter = openCounter();
  const listener = vi.fn();
  counter.store.subscribe(listener);
  const deliverEvents = simulateTab();
  openCounter().setItem('count', 1);
  expect(listener).not.toHaveBeenCalled();
  deliverEvents();
  expect(listener).toHaveBeenCalledOnce();
});
