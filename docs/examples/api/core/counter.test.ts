import { resetModules } from '@tuffet/core/testing';
import { beforeEach, expect, test } from 'vitest';
import { createCounter } from './counter';

beforeEach(() => {
  resetModules(); // otherwise the second test throws duplicate-key
  localStorage.clear();
});

test('a counter starts at zero', () => {
  expect(createCounter().read()).toBe(0);
});

test('add increments the counter', () => {
  const counter = createCounter();
  counter.add();
  expect(counter.read()).toBe(1);
});
