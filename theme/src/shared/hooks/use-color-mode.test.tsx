import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { ColorModeToggle } from '../../components/color-mode-toggle';
import { Footer } from '../../components/footer';
import { render } from '../../testing/render';
import { readColorMode } from '../preferences';
import { PREFERENCES_KEY } from '../preferences/key';

test('the toggle returns to the mode of the system when another tab clears the storage', () => {
  const place = render(<ColorModeToggle />);
  const isOn = () => place.querySelector('button')?.getAttribute('aria-checked');
  localStorage.setItem(PREFERENCES_KEY, '{"colorMode":"dark"}');
  act(() => void dispatchEvent(new StorageEvent('storage', { key: PREFERENCES_KEY })));
  expect([document.documentElement.dataset.theme, isOn()]).toEqual(['dark', 'true']);
  localStorage.clear();
  act(() => void dispatchEvent(new StorageEvent('storage', { key: null })));
  expect([document.documentElement.dataset.theme, isOn()]).toEqual([undefined, 'false']);
});

test('after a choice, the button in the footer returns to the mode of the system', async () => {
  await import('../preferences/module'); // so that nothing below has to wait for it
  const place = render(
    <>
      <ColorModeToggle />
      <Footer />
    </>,
  );
  const click = (name: string) =>
    act(() => place.querySelector<HTMLElement>(`button.${name}`)?.click());
  click('switch');
  expect(document.documentElement.dataset.theme).toBe('dark');
  await vi.waitFor(() => expect(readColorMode()).toBe('dark'));
  click('system-colors');
  expect(document.documentElement.dataset.theme).toBeUndefined();
  expect(place.querySelector('.switch')?.getAttribute('aria-checked')).toBe('false');
  await vi.waitFor(() => expect(readColorMode()).toBeUndefined());
});
