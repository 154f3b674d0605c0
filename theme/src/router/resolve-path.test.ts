import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { candidatesFor, folderOf, resolvePath, splitAddress } from './resolve-path';

interface Case {
  readonly path: string;
  readonly base?: string;
  readonly outcome: string;
  readonly to?: string;
}

interface Contract {
  readonly routes: string[];
  readonly redirects: Record<string, string>;
  readonly cases: Case[];
}

const text = readFileSync('contracts/path-resolution.toml', 'utf8');
const contract = parse(text) as unknown as Contract;
const known = {
  hasPage: (path: string) => contract.routes.includes(path),
  redirectOf: (path: string) => contract.redirects[path],
};

describe('a path resolves as in the contract', () => {
  test.for(contract.cases)('$base $path', ({ path, base, outcome, to }) => {
    expect(resolvePath(path, known, base)).toEqual({ outcome, path: to ?? '' });
  });
});

test('any path resolves, and stays on the site', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('/', '/docs/'), (path, base) => {
      const resolution = resolvePath(path, known, base);
      expect(resolution.path === '' || resolution.path.startsWith(base)).toBe(true);
      expect(resolution.path.startsWith('//')).toBe(false);
    }),
  );
});

test('an address is split into two parts without losing anything', () => {
  fc.assert(
    fc.property(fc.string(), (address) => {
      const [path, rest] = splitAddress(address);
      expect(path + rest).toBe(address);
      expect(path).not.toMatch(/[?#]/);
    }),
  );
});

test('candidates are tried in the order of the rules', () => {
  expect(candidatesFor('/a')).toEqual(['/a', '/a/', '/a.html']);
  expect(candidatesFor('/a/')).toEqual(['/a/', '/a.html']);
});

test('a page belongs to its folder', () => {
  expect(folderOf('/guide/')).toBe('/guide/');
  expect(folderOf('/guide/start.html')).toBe('/guide/');
  expect(folderOf('/')).toBe('/');
});
