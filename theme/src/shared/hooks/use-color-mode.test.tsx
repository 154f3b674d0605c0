import { act } from 'react';
import { expect, test } from 'vitest';
import { ColorModeToggle } from '../../components/color-mode-toggle';
import { render } from '../../testing/render';
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
