import { resetModules } from '@tuffet/core/testing';
import { createLocalStorage, createSessionStorage } from '@tuffet/hooks';
import { expireAfter } from '@tuffet/hooks/expiry';
import { type HeadRules, headScript } from '@tuffet/hooks/head';
import { richJson, withSerializer } from '@tuffet/hooks/serializer';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { errorOf, resetStorage } from '../../core/tests/module.ts';

type Look = { theme: string; size?: number; isWide?: boolean };

const html = document.documentElement;
const VALUES = ['light', 'dark', 'toString', '5'];
const RULES: HeadRules<Look> = {
  theme: { attribute: 'data-theme', values: VALUES },
  size: { attribute: 'data-size', values: [1, 2] },
  isWide: { classes: { true: 'wide' } },
};

resetStorage();
beforeEach(clearPage);
afterEach(() => vi.useRealTimers());

function clearPage(): void {
  for (const name of ['data-theme', 'data-size', 'class']) html.removeAttribute(name);
}

/** Runs a script as the browser does, and returns the attributes of the page afterwards. */
function run(script: string) {
  new Function(script)();
  return {
    theme: html.getAttribute('data-theme'),
    size: html.getAttribute('data-size'),
    isWide: html.classList.contains('wide'),
  };
}

/** The attributes that the rules set for the values of a module. */
function shown({ theme, size, isWide }: Partial<Record<keyof Look, unknown>>) {
  const isPlain = typeof theme !== 'object';
  return {
    theme: isPlain && VALUES.includes(`${theme}`) ? `${theme}` : null,
    size: /^[12]$/.test(`${typeof size === 'object' ? '' : size}`) ? `${size}` : null,
    isWide: typeof isWide !== 'object' && `${isWide}` === 'true',
  };
}

const OPTIONS = {
  storageModuleKey: 'look',
  initial: { theme: 'light' },
  onError: () => {},
};

const themes = fc.constantFrom(...VALUES, 'unknown');
const values = fc.record<Look>(
  { theme: themes, size: fc.integer({ min: 0, max: 3 }), isWide: fc.boolean() },
  { requiredKeys: ['theme'] },
);

describe('a head script shows', () => {
  test('what the module has stored, in any version and in both storages', () => {
    const anyKey = fc.string({ minLength: 1 }).filter((key) => !/_v\d+$/.test(key));
    const creator = fc.constantFrom(createLocalStorage<Look>, createSessionStorage<Look>);
    const version = fc.constantFrom(1, 2, 12);
    fc.assert(
      fc.property(anyKey, version, creator, fc.array(values), (key, version, create, writes) => {
        resetModules();
        localStorage.clear();
        sessionStorage.clear();
        clearPage();
        const module = create({ ...OPTIONS, storageModuleKey: key, version });
        for (const write of writes) module.set(write);
        expect(run(headScript(module, RULES))).toEqual(shown(module.get()));
      }),
    );
  });

  test('what the module reads from any text', () => {
    const any = fc.oneof(themes, fc.integer({ min: 1, max: 2 }), fc.boolean(), fc.jsonValue());
    const name = fc.constantFrom('theme', 'size', 'isWide', '__proto__', 'length');
    const entry = fc.dictionary(name, any).map((root) => JSON.stringify(root));
    const text = fc.oneof(
      entry,
      fc.tuple(entry, fc.constantFrom(' ', '\n', '\t', '}', 'x')).map((parts) => parts.join('')),
      fc.tuple(fc.constantFrom(' ', '\t', '[', '\ufeff'), entry).map((parts) => parts.join('')),
      fc.json(),
      fc.string(),
      fc.constantFrom('{"theme":"light","theme":"dark"}', 'null', '""', '[]', '{'),
    );
    fc.assert(
      fc.property(text, (raw) => {
        resetModules();
        localStorage.clear();
        clearPage();
        localStorage.setItem('look', raw);
        // During SSR, the module hasn't read the entry.
        const script = headScript(createLocalStorage<Look>(OPTIONS), RULES);
        localStorage.setItem('look', raw);
        const painted = run(script);
        resetModules();
        expect(painted).toEqual(shown(createLocalStorage<Look>(OPTIONS).get()));
      }),
      { numRuns: 200 },
    );
  });

  test('the initial value instead of an expired one', () => {
    vi.useFakeTimers();
    const module = createLocalStorage<Look>({
      ...OPTIONS,
      expiry: expireAfter<Look>({ theme: 1000 }),
    });
    const script = headScript(module, RULES);
    module.set({ theme: 'dark' });
    vi.setSystemTime(Date.now() + 999);
    expect(run(script).theme).toBe('dark');
    vi.setSystemTime(Date.now() + 1);
    expect(run(script).theme).toBe('light');
  });

  test('values of richJson', () => {
    const create = withSerializer(richJson).createLocalStorage<Look & { since: Date }>;
    const module = create({ ...OPTIONS, initial: { theme: 'light', since: new Date(0) } });
    module.set({ theme: 'dark' });
    const rules = { theme: { attribute: 'data-theme', values: ['light', 'dark'] } };
    expect(run(headScript(module, rules)).theme).toBe('dark');
  });

  test('the initial values if storage is blocked', () => {
    const script = headScript(createLocalStorage<Look>(OPTIONS), RULES);
    const denied = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const local = Object.getOwnPropertyDescriptor(window, 'localStorage') as PropertyDescriptor;
    for (const get of [denied, () => null]) {
      Object.defineProperty(window, 'localStorage', { configurable: true, get });
      try {
        clearPage();
        expect(run(script)).toEqual({ theme: 'light', size: null, isWide: false });
      } finally {
        Object.defineProperty(window, 'localStorage', local);
      }
    }
  });
});

describe('a head script', () => {
  const create = () => createLocalStorage<Look>(OPTIONS);

  test('keeps other classes, and removes the one that the server rendered', () => {
    const module = createLocalStorage<{ theme: 'light' | 'dark' }>({
      storageModuleKey: 'look',
      initial: { theme: 'light' },
    });
    const script = headScript(module, { theme: { classes: { light: 'day', dark: 'night' } } });
    html.className = 'font day';
    module.set({ theme: 'dark' });
    run(script);
    expect(html.className).toBe('font night');
  });

  test('leaves an attribute alone if the value is not in the list', () => {
    const module = create();
    module.set({ theme: '" onload="alert(1)' });
    html.setAttribute('data-theme', 'server');
    expect(run(headScript(module, RULES)).theme).toBe('server');
  });

  test('is safe in HTML and has the same bytes in every encoding', () => {
    const awkward = [
      '<',
      '>',
      '&',
      '/',
      '"',
      "'",
      '\\',
      '\0',
      '\u2028',
      '\ud800',
      'é',
      '\u{1f600}',
    ];
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(...awkward), minLength: 1 }),
      fc.constantFrom('</script>', '<!--<script>', ']]>', '__proto__', 'constructor'),
    );
    fc.assert(
      fc.property(text, text, (key, value) => {
        resetModules();
        localStorage.clear();
        clearPage();
        const module = createLocalStorage<Record<string, string>>({
          storageModuleKey: `${key}.`,
          initial: { [key]: value },
        });
        const rule = { attribute: 'data-theme', values: [value] };
        const script = headScript(module, { [key]: rule });
        expect(script).toMatch(/^[ -;=-~]*$/);
        expect(run(script).theme).toBe(value);
      }),
    );
  });

  test.each([
    { attribute: 'data theme', values: ['light'] },
    { attribute: '', values: ['light'] },
    { values: ['light'] },
    { attribute: 'data-theme' },
    { classes: { dark: 'two classes' } },
    { classes: { dark: '' } },
    { classes: { dark: undefined } },
    {},
    undefined,
  ])('rejects the rule %j', (rule) => {
    const error = errorOf(() => headScript(create(), { theme: rule as never }));
    expect([error?.code, error?.hint]).toEqual([
      'invalid-options',
      'Invalid rule for "theme". Pass an attribute name and a list of values, or class names without spaces.',
    ]);
  });

  test('needs a module', () => {
    expect(errorOf(() => headScript(undefined as never, {}))?.code).toBe('invalid-options');
  });
});
