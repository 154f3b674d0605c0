import type { DetailedAttributes } from './types.ts';

/** Device, system and browser, by whatever means they were found. */
export type Platform = Pick<
  DetailedAttributes,
  'deviceName' | 'deviceManufacturer' | 'osName' | 'osVersion' | 'browserName' | 'browserVersion'
>;

/** How the models of a maker begin. */
const MAKERS: readonly (readonly [string, RegExp])[] = [
  ['Apple', /^i(Phone|Pad|Pod)/],
  ['Samsung', /^(SM-|GT-|Galaxy)/],
  ['Google', /^(Pixel|Nexus)/],
  ['Motorola', /^moto/i],
  ['Xiaomi', /^(Mi|Redmi|POCO) /i],
];

export function makerOf(model: string | null): string | null {
  return MAKERS.find(([, pattern]) => model && pattern.test(model))?.[0] ?? null;
}
