import { expect, test } from 'vitest';
import type { HoverFile } from '../../../../contracts/records.gen';
import { type Name, nameAt, namesOf, rangeIn } from './names';

const text = (signature: string) => ({ tokens: [signature, ''], comment: [], reference: null });

function createBlock(...lines: string[]): HTMLElement {
  const block = document.createElement('div');
  const rows = lines.map((line) => `<span class="line">${line}</span>`).join('\n');
  block.innerHTML = `<pre><code>${rows}\n<span class="message">TS1: no</span>\n</code></pre>`;
  return block;
}

const line = (html: string): Element => createBlock(html).querySelector('.line') as Element;

test.each([
  ['inside a token', 'const <i>abc</i> = 1', 6, 3, 'abc'],
  ['in a part of a token', 'a<i>bcd</i>', 2, 1, 'c'],
  ['across tokens', '<i>ab</i><b>cd</b>', 1, 2, 'bc'],
  ['at the end of one token, not the start of the next', '<i>ab</i><b>cd</b>', 2, 2, 'cd'],
  ['after a surrogate pair', '"😀" <i>abc</i>', 5, 3, 'abc'],
])('a range finds its characters %s', (_, html, column, length, found) => {
  expect(String(rangeIn(line(html), column, length))).toBe(found);
});

test('there is no range beyond the end of a line', () => {
  expect(rangeIn(line('abc'), 2, 2)).toBeUndefined();
});

test('names have the hovers that the file lists for their block', () => {
  const file: HoverFile = {
    texts: [text('const a'), text('const b')],
    blocks: { 0: [0, 0, 1, 0], 2: [0, 6, 1, 0, 1, 0, 1, 1] },
  };
  const names = namesOf(createBlock('const a', '<i>b</i>'), 2, file);
  expect(names.map(({ range, text }) => [String(range), text.tokens[0]])).toEqual([
    ['a', 'const a'],
    ['b', 'const b'],
  ]);
  expect(namesOf(createBlock('a'), 1, file)).toEqual([]);
});

test('a file that does not match the page is ignored', () => {
  const file: HoverFile = {
    texts: [text('a')],
    blocks: { 0: [5, 0, 1, 0, 0, 9, 9, 0, 0, 0, 1, 7] },
  };
  expect(namesOf(createBlock('a'), 0, file)).toEqual([]);
});

test('a name is found at its characters, and slightly above and below them', () => {
  const [row, other] = [document.createElement('p'), document.createElement('p')];
  const box = { left: 10, right: 30, top: 100, bottom: 116 };
  const name = { line: row, range: { getClientRects: () => [box] } } as unknown as Name;
  const find = (clientX: number, clientY: number, where: Element | null = row) =>
    nameAt([name], where, { clientX, clientY });
  expect(find(10, 100)).toBe(name);
  expect(find(30, 119)).toBe(name);
  expect(find(9, 110)).toBeUndefined();
  expect(find(20, 121)).toBeUndefined();
  expect(find(20, 110, other)).toBeUndefined();
  expect(find(20, 110, null)).toBeUndefined();
});
