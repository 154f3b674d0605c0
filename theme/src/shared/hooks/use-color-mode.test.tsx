import { act } from 'react';
import { expect, test } from 'vitest';
import { ColorModeToggle } from '../../components/color-mode-toggle';
import { Footer } from '../../components/footer';
import { render } from '../../testing/render';
import { readColorMode } from '../preferences';
import { PREFERENCES_KEY } from '../preferences/key';

test('the toggle returns to the system preference when another tab clears the storage', () => {
  const container = render(<ColorModeToggle />);
  const isOn = () => container.querySelector('button')?.getAttribute('aria-checked');
  localStorage.setItem(PREFERENCES_KEY, '{"colorMode":"dark"}');
  act(() => void dispatchEvent(new StorageEvent('storage', { key: PREFERENCES_KEY })));
  expect([document.documentElement.dataset.theme, isOn()]).toEqual(['dark', 'true']);
  localStorage.clear();
  act(() => void dispatchEvent(new StorageEvent('storage', { key: null })));
  expect([document.documentElement.dataset.theme, isOn()]).toEqual([undefined, 'false']);
});

test('the button in the footer returns to the system preference', async () => {
  await import('../preferences/module'); // otherwise the click would have to wait for it
  const container = render(
    <>
      <ColorModeToggle />
      <Footer />
    </>,
  );
  const click = (name: string) =>
    act(() => container.querySelector<HTMLElement>(`button.${name}`)?.click());
  click('switch');
  expect(document.documentElement.dataset.theme).toBe('dark');
  await expect.poll(() => readColorMode()).toBe('dark');
  click('system-colors');
  expect(document.documentElement.dataset.theme).toBeUndefined();
  expect(container.querySelector('.switch')?.getAttribute('aria-checked')).toBe('false');
  await expect.poll(() => readColorMode()).toBeUndefined();
});
