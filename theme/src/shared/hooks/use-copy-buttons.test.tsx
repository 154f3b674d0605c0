import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Content } from '../../components/content';
import { render } from '../../testing/render';

const BLOCK = `<div class="code" data-language="sh"><pre><code><span class="line">$ one</span>
<span class="line removed">$ two</span>
<span class="line">three</span>
</code></pre></div>`;

const writeText = vi.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  vi.useFakeTimers();
  writeText.mockReset().mockResolvedValue();
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
});

const buttons = () => [...document.querySelectorAll<HTMLElement>('.code > button')];
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const labels = () => buttons().map((button) => button.textContent);

async function clickFirst(): Promise<void> {
  await act(async () => buttons()[0]?.click());
}

test('each code block gets a button 1000 ms after the page', {
  tags: ['site-copy-button', 'site-copy-delay'],
}, async () => {
  render(<Content html={BLOCK + BLOCK} />);
  await pass(999);
  expect(buttons()).toEqual([]);
  await pass(1);
  expect(labels()).toEqual(['copy', 'copy']);
});

test('the button copies what one would type, without prompts and removed lines', {
  tags: ['site-copy-button'],
}, async () => {
  render(<Content html={BLOCK} />);
  await pass(1000);
  await clickFirst();
  expect(writeText).toHaveBeenCalledExactlyOnceWith('one\nthree');
});

test('what the compiler says about a line is not copied', async () => {
  const message = '<span class="message">TS2322: no\n  because</span>\n';
  render(<Content html={BLOCK.replace('<span class="line">three', `${message}$&`)} />);
  await pass(1000);
  await clickFirst();
  expect(writeText).toHaveBeenCalledExactlyOnceWith('one\nthree');
});

test('a dollar in other languages is code', async () => {
  render(<Content html={BLOCK.replace('"sh"', '"php"')} />);
  await pass(1000);
  await clickFirst();
  expect(writeText).toHaveBeenCalledExactlyOnceWith('$ one\nthree');
});

test('the mark stays for 2000 ms', { tags: ['site-copy-mark'] }, async () => {
  render(<Content html={BLOCK} />);
  await pass(1000);
  await clickFirst();
  expect(labels()).toEqual(['copied']);
  await pass(1999);
  expect(labels()).toEqual(['copied']);
  await pass(1);
  expect(labels()).toEqual(['copy']);
});

test('a second click starts the 2000 ms anew', async () => {
  render(<Content html={BLOCK} />);
  await pass(1000);
  await clickFirst();
  await pass(1500);
  await clickFirst();
  await pass(1500);
  expect(labels()).toEqual(['copied']);
});

test('a browser that refuses is not hidden from the reader', async () => {
  writeText.mockRejectedValue(new Error('no'));
  render(<Content html={BLOCK} />);
  await pass(1000);
  await clickFirst();
  expect(labels()).toEqual(['copyFailed']);
  await pass(2000);
  expect(labels()).toEqual(['copy']);
});

test('whoever cannot see the mark hears it', async () => {
  render(<Content html={BLOCK} />);
  await pass(1000);
  expect(buttons()[0]?.querySelector('[aria-live="polite"]')?.textContent).toBe('copy');
});
