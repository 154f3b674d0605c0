import { StorageModule } from '@tuffet/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freezeInDevelopment } from '../src/development.ts';
import { resetStorage } from './module.ts';

type Cart = { items: { name: string; tags: string[] }[] };

resetStorage();

function openCart() {
  const cart = new StorageModule<Cart>('cart', 'local');
  cart.setItem('items', [{ name: 'tea', tags: ['green'] }]);
  const read = () => cart.getItem('items') as Cart['items'];
  return { cart, read };
}

describe('in development, a value that was read', () => {
  test('cannot be mutated at any depth', () => {
    const { read } = openCart();
    expect(() => read().push({ name: 'cup', tags: [] })).toThrow(TypeError);
    expect(() => read()[0]?.tags.push('black')).toThrow(TypeError);
    expect(read()).toEqual([{ name: 'tea', tags: ['green'] }]);
  });

  test('cannot be mutated after another script wrote it', () => {
    const { read } = openCart();
    localStorage.setItem('cart', '{"items":[{"name":"pot","tags":[]}]}');
    expect(() => read()[0]?.tags.push('black')).toThrow(TypeError);
  });
});

test('JSON values are frozen deeply', () => {
  const isFrozen = (value: unknown): boolean =>
    Object.isFrozen(value) && Object.values(Object(value) as object).every(isDeep);
  const isDeep = (value: unknown) => typeof value !== 'object' || isFrozen(value);
  fc.assert(
    fc.property(fc.jsonValue(), (given) => {
      const value = JSON.parse(JSON.stringify(given));
      expect(freezeInDevelopment(value)).toBe(value);
      expect(isFrozen(value)).toBe(true);
    }),
  );
});

test('a circular value is frozen too', () => {
  const value: Record<string, unknown> = { list: [] };
  value.self = value;
  freezeInDevelopment(value);
  expect([value, value.list].map(Object.isFrozen)).toEqual([true, true]);
});

test('class instances are not frozen', () => {
  const map = new Map([['a', { b: 1 }]]);
  expect(Object.isFrozen(freezeInDevelopment({ map }).map)).toBe(false);
});
