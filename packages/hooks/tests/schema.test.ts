import { createLocalStorage, type TuffetError, useStorage } from '@tuffet/hooks';
import { checkSchema, type StandardSchema } from '@tuffet/hooks/schema';
import { describe, expect, test } from 'vitest';
import { resetStorage } from '../../core/tests/module.ts';

type User = { name: string; age?: number };

/** Written by hand, so that the test depends only on the standard. */
const schema: StandardSchema = {
  '~standard': {
    validate(value) {
      const { name, age } = value as Record<string, unknown>;
      const issues = [
        ...(typeof name === 'string' ? [] : [{ message: 'must be a string', path: ['name'] }]),
        ...(age === undefined || typeof age === 'number'
          ? []
          : [{ message: 'must be a number', path: [{ key: 'age' }] }]),
        ...(name === 'nobody' ? [{ message: 'nobody is not allowed' }] : []),
      ];
      return issues.length ? { issues } : {};
    },
  },
};

resetStorage();

function create(initial = { name: 'a' }) {
  const errors: TuffetError[] = [];
  const storage = createLocalStorage<User>({
    storageModuleKey: 'user',
    initial,
    check: checkSchema(schema),
    onError: (error) => void errors.push(error),
  });
  return { storage, errors, items: useStorage(storage) };
}

describe('a schema', () => {
  test('accepts valid entries and changes', () => {
    localStorage.setItem('user', '{"name":"b","age":2}');
    const { items, errors } = create();
    expect(items.age.set(3)).toBe(true);
    expect(errors).toEqual([]);
    expect(localStorage.getItem('user')).toBe('{"name":"b","age":3}');
  });

  test('reports invalid properties, which read as their initial values and stay in the entry', () => {
    localStorage.setItem('user', '{"name":5,"age":7}');
    const { storage, items, errors } = create();
    expect(errors.map((error) => error.code)).toEqual(['schema']);
    expect(errors[0]?.hint).toContain('name: must be a string');
    expect(storage.get()).toEqual({ name: 'a', age: 7 });
    items.age.set(8);
    expect(localStorage.getItem('user')).toBe('{"name":5,"age":8}');
    items.name.set('b');
    expect(localStorage.getItem('user')).toBe('{"name":"b","age":8}');
    expect(errors).toHaveLength(1);
  });

  test('that gets stricter and is rolled back loses nothing', () => {
    localStorage.setItem('user', '{"name":5,"age":"x"}');
    const { storage } = create();
    expect(storage.get()).toEqual({ name: 'a' });
    expect(localStorage.getItem('user')).toBe('{"name":5,"age":"x"}');
    expect(localStorage.length).toBe(1);
  });

  test('validates an entry together with missing initial values', () => {
    localStorage.setItem('user', '{"age":2}');
    const { errors } = create();
    expect(errors).toEqual([]);
    expect(localStorage.getItem('user')).toBe('{"age":2,"name":"a"}\t');
  });

  test('rejects an invalid change', () => {
    const { items, errors } = create();
    expect(items.name.set('nobody')).toBe(false);
    expect(items.name.get()).toBe('a');
    expect(localStorage.getItem('user')).toBe('{"name":"a"}');
    expect(errors.map(({ code, hint }) => [code, hint])).toEqual([
      ['schema', 'Validation failed, so nothing was changed: nobody is not allowed.'],
    ]);
  });

  test('names the path of a nested value', () => {
    const path = ['address', { key: 'lines' }, 0];
    const nested = {
      '~standard': { validate: () => ({ issues: [{ message: 'is empty', path }] }) },
    };
    expect(checkSchema(nested)({})).toBe('address.lines.0: is empty');
  });

  test('that validates asynchronously throws', () => {
    const slow: StandardSchema = { '~standard': { validate: async () => ({}) } };
    const run = () =>
      createLocalStorage<User>({
        storageModuleKey: 'slow',
        initial: { name: '' },
        check: checkSchema(slow),
      });
    expect(run).toThrow(
      expect.objectContaining({
        code: 'invalid-options',
        key: 'schema',
        hint: 'The schema validates asynchronously, but storage is synchronous. Use a synchronous schema.',
      }),
    );
  });
});
