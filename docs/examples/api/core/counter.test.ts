import { resetModules } from '@tuffet/core/testing';
import { beforeEach, expect, test } from 'vitest';
import { createCounter } from './counter';

beforeEach(() => {
  resetModules(); // or the second test would find its key taken
  localStorage.clear();
});

test('a counter starts at zero', () => {
  expect(createCounter().read()).toBe(0);
});

test('a counter counts', () => {
  const counter = createCounter();
  counter.add();
  expect(counter.read()).toBe(1);
});
