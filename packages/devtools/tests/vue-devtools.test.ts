import { expect, test, vi } from 'vitest';
import { createApp } from 'vue';
import { tuffetVueDevtools } from '../src/vue-devtools.ts';

test('without version 7 of the plugin API, the application continues, and the error says what is missing', async () => {
  // Version 6 has other functions.
  vi.doMock('@vue/devtools-api', () => ({}));
  const report = vi.spyOn(console, 'error').mockImplementation(() => {});
  createApp({}).use(tuffetVueDevtools);
  await expect.poll(() => report).toHaveBeenCalledOnce();
  expect(report.mock.lastCall?.[0]).toContain('@vue/devtools-api 7 or newer');
});
