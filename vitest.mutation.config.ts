import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { loadRequirementTags } from './scripts/quality/vitest/requirement-tags.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Only fast tests, with short property-based tests, because they run for every mutant. */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@tuffet\/([\w-]+)$/, replacement: path('./packages/$1/src/index.ts') },
      { find: /^@tuffet\/([\w-]+)\/([\w-]+)$/, replacement: path('./packages/$1/src/$2.ts') },
    ],
  },
  test: {
    tags: loadRequirementTags('fast'),
    environment: 'jsdom',
    setupFiles: ['scripts/quality/vitest/short-properties.ts'],
    isolate: false,
    fileParallelism: false,
    include: ['packages/{shared,core,hooks}/tests/**/*.test.ts'],
    exclude: ['**/*.browser.test.ts'],
  },
});
