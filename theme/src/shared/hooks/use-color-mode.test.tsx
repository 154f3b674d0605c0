import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ColorModeToggle } from '../../components/color-mode-toggle';
import { render } from '../../testing/render';
import { readColorMode, storeColorMode, watchColorMode } from '../preferences';

vi.mock('../preferences', () => ({
  readColorMode: vi.fn(),
  storeColorMode: vi.fn(async () => {}),
  watchColorMode: vi.fn(() => () => {}),
}));

beforeEach(() => {
  vi.clearAllMocks();
  delete document.documentElement.dataset.theme;
});

const toggle = () => document.querySelector('button') as HTMLButtonElement;
const isOn = () => toggle().getAttribute('aria-checked');

test('the switch has its role and its name', { tags: ['site-dark-mode'] }, () => {
  render(<ColorModeToggle />);
  expect(toggle().getAttribute('role')).toBe('switch');
  expect(toggle().getAttribute('aria-label')).toBe('dark');
  expect(isOn()).toBe('false');
});

test('the switch changes the colours at once and keeps the choice', {
  tags: ['site-dark-mode'],
}, async () => {
  render(<ColorModeToggle />);
  await act(async () => toggle().click());
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(isOn()).toBe('true');
  await act(async () => toggle().click());
  expect(document.documentElement.dataset.theme).toBe('light');
  expect(vi.mocked(storeColorMode).mock.calls).toEqual([['dark'], ['light']]);
});

test('what the inline script has set is what the switch shows', () => {
  document.documentElement.dataset.theme = 'dark';
  render(<ColorModeToggle />);
  expect(isOn()).toBe('true');
});

test('a choice in another tab is followed, also when it is taken back', () => {
  render(<ColorModeToggle />);
  const [[listener]] = vi.mocked(watchColorMode).mock.calls as [[() => void]];
  vi.mocked(readColorMode).mockReturnValue('dark');
  act(() => listener());
  expect(isOn()).toBe('true');
  vi.mocked(readColorMode).mockReturnValue(undefined);
  act(() => listener());
  expect(document.documentElement.dataset.theme).toBeUndefined();
  expect(isOn()).toBe('false');
});

test('storage that fails leaves the colours as chosen', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.mocked(storeColorMode).mockRejectedValueOnce(new Error('denied'));
  render(<ColorModeToggle />);
  await act(async () => toggle().click());
  expect(isOn()).toBe('true');
  expect(warn).toHaveBeenCalledOnce();
});
