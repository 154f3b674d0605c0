import type { Range } from './match';
import type { ExcerptPart } from './types';

const LENGTH = 150;
/** The maximum length of the text before the first match. */
const LEAD = 50;
/** A word is not cut if it ends within so many characters. */
const SLACK = 16;

const ADDRESS = / ?[a-z]{2,10}:\/\/\S+/gi;

/** The text around the position with most matches, without addresses. */
export function makeExcerpt(whole: string, all: readonly Range[]): ExcerptPart[] {
  const [text, ranges] = removeAddresses(whole, joinRanges(all));
  const sorted = joinRanges(ranges);
  const first = densest(sorted);
  const isShort = text.length <= LENGTH;
  const start = first === undefined || isShort ? 0 : startBefore(text, first);
  const end = endAfter(text, Math.max(start + LENGTH, first?.[1] ?? 0));
  const parts: ExcerptPart[] = [];
  let place = start;
  const add = (to: number, isMatch: boolean): void => {
    const piece = text.slice(place, to).replaceAll('\n', ' ');
    if (piece) {
      parts.push({ text: piece, isMatch });
    }
    place = Math.max(place, to);
  };
  if (start > 0 && text[start - 1] !== '\n') {
    parts.push({ text: '…', isMatch: false });
  }
  for (const [from, to] of sorted) {
    if (from >= place && to <= end) {
      add(from, false);
      add(to, true);
    }
  }
  add(end, false);
  if (end < text.length) {
    parts.push({ text: '…', isMatch: false });
  }
  return parts;
}

/** The text without addresses, and the ranges that are not in one. Both are in order. */
function removeAddresses(text: string, ranges: readonly Range[]): [string, Range[]] {
  const kept: Range[] = [];
  let result = '';
  let place = 0;
  let next = 0;
  const keep = (end: number): void => {
    const shift = result.length - place;
    for (; (ranges[next]?.[1] ?? Infinity) <= end; next++) {
      const [start, stop] = ranges[next] as Range;
      if (start >= place) {
        kept.push([start + shift, stop + shift]);
      }
    }
    result += text.slice(place, end);
  };
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    keep(index);
    place = index + address.length;
  }
  keep(text.length);
  return [result, kept];
}

/** Sorts ranges, and merges those that touch. */
function joinRanges(ranges: readonly Range[]): Range[] {
  const joined: Range[] = [];
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = joined.at(-1);
    if (last && start <= last[1]) {
      joined[joined.length - 1] = [last[0], Math.max(last[1], end)];
    } else {
      joined.push([start, end]);
    }
  }
  return joined;
}

/** The first match of the densest group. */
function densest(ranges: readonly Range[]): Range | undefined {
  let best: Range | undefined;
  let most = 0;
  let after = 0;
  for (const [place, range] of ranges.entries()) {
    const limit = range[0] + LENGTH - LEAD;
    while (after < ranges.length && (ranges[after]?.[1] ?? 0) <= limit) {
      after += 1;
    }
    if (after - place > most || !best) {
      [best, most] = [range, after - place];
    }
  }
  return best;
}

/** The beginning of the line if it is near, or of a word. */
function startBefore(text: string, [match]: Range): number {
  const line = text.lastIndexOf('\n', match - 1) + 1;
  if (match - line <= LEAD) {
    return line;
  }
  const wanted = match - LEAD;
  const space = text.indexOf(' ', wanted);
  return space >= 0 && space - wanted < SLACK && space < match ? space + 1 : wanted;
}

function endAfter(text: string, wanted: number): number {
  if (wanted >= text.length) {
    return text.length;
  }
  const near = text.slice(wanted - SLACK, wanted + SLACK);
  const space = near.search(/[\s，。；：、][^\s，。；：、]*$/);
  return space > 0 ? wanted - SLACK + space : wanted;
}
