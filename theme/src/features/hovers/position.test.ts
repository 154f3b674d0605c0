import { expect, test } from 'vitest';
import { placeCard } from './position';

const WINDOW = { width: 1000, height: 800 };
const CARD = { width: 300, height: 200 };
const AROUND = { window: WINDOW, ceiling: 56 };
const nameAt = (left: number, top: number) => ({ left, top, bottom: top + 16 });

test('a card is above its name', () => {
  expect(placeCard(nameAt(400, 500), CARD, AROUND)).toMatchObject({ left: 392, top: 296 });
});

test('a card is below its name if there is no room above', () => {
  expect(placeCard(nameAt(400, 200), CARD, AROUND)).toMatchObject({ left: 392, top: 220 });
});

test.each([
  [0, 8],
  [990, 692],
])('a card stays in the window: a name at %i, its card at %i', (left, expected) => {
  expect(placeCard(nameAt(left, 500), CARD, AROUND).left).toBe(expected);
});

test('a card wider than the window is aligned with the left edge', () => {
  expect(placeCard(nameAt(400, 500), { width: 1200, height: 90 }, AROUND).left).toBe(8);
});

test('if neither side has enough room, a card is limited to the larger one', () => {
  const tall = { width: 300, height: 700 };
  expect(placeCard(nameAt(400, 500), tall, AROUND)).toEqual({
    left: 392,
    top: 64,
    maxHeight: 432,
  });
  expect(placeCard(nameAt(400, 200), tall, AROUND)).toEqual({
    left: 392,
    top: 220,
    maxHeight: 572,
  });
});

test('a card avoids the buttons of its block if possible', () => {
  const buttons = { left: 600, top: 470, right: 700, bottom: 500 } as DOMRect;
  const place = (left: number, top: number, height = 200) =>
    placeCard(nameAt(left, top), { width: 300, height }, { ...AROUND, buttons }).top;
  expect(place(400, 520)).toBe(540);
  expect(place(250, 520)).toBe(316);
  expect(place(400, 720)).toBe(516);
  expect(place(400, 520, 300)).toBe(216);
});
