import { StorageModule } from '@tuffet/core';
import {
  collectErrors,
  failWrites,
  resetModules,
  simulateTab,
} from '@tuffet/core/testing';
import { beforeEach, expect, test } from 'vitest';

beforeEach(() => {
  resetModules();
  localStorage.clear();
});

const open = () => new StorageModule<{ title: string }>('draft', 'local');

test('a write to a full storage is reported', () => {
  const errors = collectErrors();
  const draft = open();
  const restore = failWrites('quota');
  expect(draft.setItem('title', 'Hello')).toBe(false);
  restore();
  expect(errors.map(({ code }) => code)).toEqual(['quota']);
});

test('another tab receives the change', () => {
  const draft = open();
  const deliverEvents = simulateTab();
  open().setItem('title', 'Hello');
  deliverEvents();
  expect(draft.getItem('title')).toBe('Hello');
});
