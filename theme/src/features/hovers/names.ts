import type { ContentSelector } from '../../../../contracts/markup.gen';
import type { HoverFile, HoverText } from '../../../../contracts/records.gen';

/** A name in a code block, with its description. */
export interface Name {
  readonly block: HTMLElement;
  readonly line: Element;
  /** Its position. The DOM of the code isn't changed, so that copying and selecting still work. */
  readonly range: Range;
  readonly text: HoverText;
}

interface Point {
  readonly clientX: number;
  readonly clientY: number;
}

/** Line, column, length and text. */
const FIELDS = 4;

/** Extra pixels above and below a name, because lines are higher than their letters. */
const SLACK_PX = 3;

/** The names of a block, in their order. */
export function namesOf(block: HTMLElement, index: number, file: HoverFile): readonly Name[] {
  const lines = block.querySelectorAll('.line' satisfies ContentSelector);
  const numbers = file.blocks[index] ?? [];
  return Array.from({ length: numbers.length / FIELDS }, (_, hover) => {
    const [row = 0, column = 0, length = 0, said = 0] = numbers.slice(hover * FIELDS);
    const line = lines[row];
    const range = line && rangeIn(line, column, length);
    const text = file.texts[said];
    return range && text ? { block, line, range, text } : undefined;
  }).filter((name) => name !== undefined);
}

/** The range of some characters of a line, across elements; undefined if the line is shorter. */
export function rangeIn(line: Element, column: number, length: number): Range | undefined {
  const range = document.createRange();
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  let start = 0;
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const end = start + node.length;
    if (start <= column && column < end) {
      range.setStart(node, column - start);
    }
    if (column + length <= end) {
      range.setEnd(node, column + length - start);
      return range;
    }
    start = end;
  }
  return undefined;
}

/** The name at a point of a line. */
export const nameAt = (
  names: readonly Name[],
  line: Element | null,
  point: Point,
): Name | undefined =>
  names.find((name) => name.line === line && boxesOf(name).some((box) => isIn(box, point)));

const boxesOf = ({ range }: Name): readonly DOMRect[] => [...range.getClientRects()];

const isIn = (box: DOMRect, { clientX, clientY }: Point): boolean =>
  box.left <= clientX &&
  clientX <= box.right &&
  box.top - SLACK_PX <= clientY &&
  clientY <= box.bottom + SLACK_PX;
