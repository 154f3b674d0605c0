import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import DocLayout from '../../layouts/doc-layout';
import { render } from '../../testing/render';

const tops: Record<string, number> = {};

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(tops, { one: 500, two: 900 });
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return { top: tops[this.id] ?? 0 } as DOMRect;
  });
});

function scrollTo(one: number, two: number): void {
  Object.assign(tops, { one, two });
  act(() => void dispatchEvent(new Event('scroll')));
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

const active = () =>
  [...document.querySelectorAll('[aria-current="location"]')].map((link) => link.textContent);

test('above the first heading none is marked', () => {
  render(<DocLayout />);
  pass(1000);
  expect(active()).toEqual([]);
});

test('the sidebar and the list mark the heading that was reached', {
  tags: ['site-active-heading'],
}, () => {
  render(<DocLayout />);
  pass(1000);
  scrollTo(0, 400);
  expect(active()).toEqual(['One', 'One']);
  pass(300);
  scrollTo(-400, 0);
  expect(active()).toEqual(['Two', 'Two']);
});

test('scrolling is looked at no more than once in 300 ms', {
  tags: ['site-scroll-throttle'],
}, () => {
  render(<DocLayout />);
  pass(1000);
  scrollTo(0, 400);
  scrollTo(-400, 0);
  pass(299);
  expect(active()).toEqual(['One', 'One']);
  pass(1);
  expect(active()).toEqual(['Two', 'Two']);
});
