// @vitest-environment node
import { createHash } from 'node:crypto';
import { createLocalStorage } from '@tuffet/hooks';
import { headScript, scriptHash } from '@tuffet/hooks/head';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test('the hash is the one that browsers compute', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (script) => {
      const expected = createHash('sha256').update(script).digest('base64');
      expect(await scriptHash(script)).toBe(`sha256-${expected}`);
    }),
  );
});

test('a server renders the same script for every request', () => {
  const render = () => {
    const module = createLocalStorage<{ theme: string }>({
      storageModuleKey: 'look',
      initial: { theme: 'light' },
      version: 2,
    });
    return headScript(module, { theme: { attribute: 'data-theme', values: ['light', 'dark'] } });
  };
  expect(render()).toBe(render());
  expect(render()).toContain('"look_v2"');
});
