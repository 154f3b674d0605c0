import { openRelease } from '@tuffet/hooks/testing';
import { expect, test, vi } from 'vitest';
import entries from './app-1.4.json';

test('users of app 1.4 keep their settings', async () => {
  vi.resetModules(); // the import below runs settings.ts again
  const release = await openRelease({
    entries,
    create: async () => (await import('./settings')).settings,
  });
  expect(release.values).toEqual({ theme: 'dark', fontSize: 20 });
  expect(release.reports).toEqual([]);
  expect(release.dropped).toEqual(['size']); // it is called fontSize now
});
