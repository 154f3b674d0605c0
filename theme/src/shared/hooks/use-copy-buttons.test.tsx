import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { Content } from '../../components/content';
import { render } from '../../testing/render';

const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test('the announced label stays for 2000 ms after the last click', async () => {
  vi.useFakeTimers();
  const writeText = vi.fn(async () => {});
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  const container = render(<Content html='<div class="code"></div>' />);
  await advance(1000);
  const button = container.querySelector('button');
  const label = button?.querySelector('[aria-live="polite"]');
  expect(label?.textContent).toBe('copy');
  await act(async () => button?.click());
  await advance(1500);
  await act(async () => button?.click());
  await advance(1500);
  expect(label?.textContent).toBe('copied');
});

test('in a row of buttons, it is before the one that runs the code', async () => {
  vi.useFakeTimers();
  const tools = '<div class="code-tools"><i></i><button class="live-run"></button></div>';
  const place = render(<Content html={`<div class="code"><pre></pre>${tools}</div>`} />);
  await advance(1000);
  const [, copy, run] = place.querySelector('.code-tools')?.children ?? [];
  expect([copy?.className.trim(), run?.className]).toEqual(['copy', 'live-run']);
});
