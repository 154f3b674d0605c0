import { failWrites } from '@tuffet/hooks/testing';
import { expect, test } from 'vitest';
import { settings } from './settings';

test('the form says that the settings could not be saved', () => {
  const end = failWrites('quota'); // or 'denied': the browser blocks storage
  expect(settings.set({ fontSize: 24 })).toBe(false);
  end();
  expect(settings.set({ fontSize: 24 })).toBe(true);
});
