import type { DetailedAttributes } from './types.ts';

/** Device, operating system and browser. */
export type Platform = Pick<
  DetailedAttributes,
  'deviceName' | 'deviceManufacturer' | 'osName' | 'osVersion' | 'browserName' | 'browserVersion'
>;

/** Manufacturers, and the prefixes of their model names. */
const MANUFACTURERS: readonly (readonly [string, RegExp])[] = [
  ['Apple', /^i(Phone|Pad|Pod)/],
  ['Samsung', /^(SM-|GT-|Galaxy)/],
  ['Google', /^(Pixel|Nexus)/],
  ['Motorola', /^moto/i],
  ['Xiaomi', /^(Mi|Redmi|POCO) /i],
];

export function manufacturerOf(model: string | null): string | null {
  return MANUFACTURERS.find(([, pattern]) => model && pattern.test(model))?.[0] ?? null;
}
