import { resetModules } from '@tuffet/core/testing';
import { createLocalStorage, TuffetError } from '@tuffet/hooks';
import { expireAfter } from '@tuffet/hooks/expiry';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { errorOf } from '../../core/tests/module.ts';

const create = (options: object = {}) =>
  createLocalStorage<{ name: string }>({
    storageModuleKey: 'user',
    initial: { name: '' },
    ...options,
  });

beforeEach(() => {
  resetModules();
  localStorage.clear();
  vi.stubEnv('NODE_ENV', 'production');
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test.each([{ migration: { 2: Object } }, { migrate: { 2: Object } }, { adoptt: Object }])(
  'in production, an unknown option is reported by name, and nothing older is deleted: %o',
  (options) => {
    localStorage.setItem('user', '{"name":"old"}');
    const errors: TuffetError[] = [];
    const onError = (error: TuffetError) => void errors.push(error);
    expect(create({ ...options, version: 2, onError }).set({ name: 'x' })).toBe(true);
    expect(localStorage.getItem('user')).toBe('{"name":"old"}');
    expect(errors.map(({ code, hint }) => [code, hint])).toEqual([
      ['invalid-options', `Unknown options: ${Object.keys(options)}`],
      ['version', ''],
    ]);
  },
);

test.each<[string, object]>([
  ['a version that is a string', { version: '2' }],
  ['a version that is not an integer', { version: 1.5 }],
  ['version 0', { version: 0 }],
  ['version NaN', { version: Number.NaN }],
  ['a version that is null', { version: null }],
  ['a preVersion that is not before version', { version: 2, preVersion: 2 }],
  ['a preVersion that is a string', { version: 3, preVersion: '1' }],
  ['a preVersion without version', { preVersion: 1 }],
  ['initial values in a list', { initial: ['a'] }],
  ['no initial values', { initial: undefined }],
  ['initial values that are null', { initial: null }],
])('in production, %s throws, and storage stays as it is', (_, options) => {
  Object.assign(localStorage, { user: '{"name":"old"}', user_v2: '{"name":"current"}' });
  const before = { ...localStorage };
  expect(errorOf(() => create(options))?.code).toBe('invalid-options');
  expect({ ...localStorage }).toEqual(before);
});

test.each([-5, 0, Number.NaN, Number.POSITIVE_INFINITY, '1', { name: -5 }, { name: null }])(
  'in production, an age that is not a positive number throws: %o',
  (ages) => {
    const error = errorOf(() => expireAfter(ages as never));
    expect(error).toMatchObject({ code: 'invalid-options', key: 'expireAfter', hint: '' });
  },
);

const LINK = 'https://tuffet.example/guide/other/questions-and-answers.html#error-';

test.each([undefined, {}, { storageModuleKey: '' }, { storageModuleKey: 'user_v2' }])(
  'in production, options with a wrong key throw an error with a link and no hint: %j',
  (options) => {
    const error = errorOf(() => createLocalStorage(options as never));
    const key = `${options?.storageModuleKey}`;
    expect(error).toMatchObject({ code: 'invalid-options', key, hint: '' });
    expect(error?.message).toBe(`[tuffet] invalid-options "${key}": ${LINK}invalid-options`);
  },
);

const step = (root: object) => root;

test.each([
  [2, { 1: step }],
  [2, [step, step]],
  [3, { 2: step }],
  [2, { 2: undefined }],
  [2, {}],
])(
  'in production, version %i keeps older entries if migrations have no last step: %j',
  (version, migrations) => {
    for (let v = 1; v < version; v++) localStorage.setItem(v > 1 ? `user_v${v}` : 'user', '{}');
    const before = { ...localStorage };
    const errors: TuffetError[] = [];
    create({ version, migrations, onError: (error: TuffetError) => errors.push(error) });
    expect({ ...localStorage }).toEqual(before);
    expect(errors.map(({ code, hint }) => [code, hint])).toEqual([['version', '']]);
  },
);

test('in production, a rejected value is reported with the reason', () => {
  const errors: TuffetError[] = [];
  const { storageModule } = create({
    check: ({ name }: { name: string }) => (name === 'x' ? 'x is taken' : undefined),
    onError: (error: TuffetError) => errors.push(error),
  });
  expect(storageModule.setItem('name', 'x')).toBe(false);
  expect(errors.map(({ message }) => message)).toEqual([
    `[tuffet] schema "user": x is taken ${LINK}schema`,
  ]);
});

test('in production, migrations that are null keep the old entry', () => {
  localStorage.setItem('user', '{"name":"Ada"}');
  const codes: string[] = [];
  create({ version: 2, migrations: null, onError: ({ code }: TuffetError) => codes.push(code) });
  expect([codes, { ...localStorage }]).toEqual([['version'], { user: '{"name":"Ada"}' }]);
});

test('in production, a migration that fails is reported with its cause', () => {
  localStorage.setItem('user', '{"name":"old"}');
  const errors: TuffetError[] = [];
  const migrations = { 2: () => 5 };
  create({ version: 2, migrations, onError: (error: TuffetError) => errors.push(error) });
  const [{ code, cause } = {}] = errors;
  expect([code, cause instanceof TypeError]).toEqual(['migration', true]);
  expect(localStorage.getItem('user')).toBe('{"name":"old"}');
});

test('in production, another definition of a key throws', { tags: ['lib-key-unique'] }, () => {
  create();
  expect(() => create({ version: 2 })).toThrow(TuffetError);
});
