import { expect, test } from 'vitest';
import {
  areaOf,
  brokenLineOf,
  indexAt,
  labeledDays,
  lineOf,
  placeX,
  placeY,
  topOf,
} from './chart-shape.ts';

test.each([
  [[], 4],
  [[0], 4],
  [[5], 8],
  [[17], 20],
  [[812, 3], 1000],
  [[1001], 1200],
  [[98_000], 100_000],
])('the scale of %j ends at %i, a multiple of four', (values, top) => {
  expect(topOf(values)).toBe(top);
});

test('days span the full width, and a single day is centered', () => {
  expect([placeX(0, 3), placeX(1, 3), placeX(2, 3), placeX(0, 1)]).toEqual([0, 50, 100, 50]);
  expect([placeY(0, 8), placeY(8, 8)]).toEqual([100, 0]);
});

test('the pointer selects the nearest day, even outside the chart', () => {
  expect([-1, 0.2, 0.3, 2].map((place) => indexAt(place, 3))).toEqual([0, 0, 1, 2]);
});

test('a line connects all days, and its area is below it', () => {
  expect(lineOf([0, 4], 4, 2)).toBe('M0,100L100,0');
  expect(areaOf([0, 4], 4, 2)).toBe('M0,100L100,0L100,100L0,100z');
  expect(lineOf([4], 4, 1)).toBe('M49,0h2');
  expect(areaOf([4], 4, 1)).toBe('');
  expect(brokenLineOf([0, 4, 2], 4, 3)).toEqual(['M0,100L50,0', 'M50,0L100,50']);
  expect(brokenLineOf([4], 4, 1)).toEqual(['M49,0h2', '']);
});

test('a line ends where the values of an unfinished day end', () => {
  expect(lineOf([0, 4], 4, 5)).toBe('M0,100L25,0');
  expect(areaOf([0, 4], 4, 5)).toBe('M0,100L25,0L25,100L0,100z');
  expect(brokenLineOf([0, 4], 4, 5)).toEqual(['M0,100', 'M0,100L25,0']);
  expect(lineOf([4], 4, 5)).toBe('M0,0h2');
});

test.each([
  [1, [0]],
  [7, [0, 1, 2, 3, 4, 5, 6]],
  [30, [4, 9, 14, 19, 24, 29]],
])('an axis of %i days has a few labels, including that of the last day', (count, days) => {
  expect(labeledDays(count)).toEqual(days);
});
