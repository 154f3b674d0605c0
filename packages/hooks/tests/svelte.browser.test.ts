import { createLocalStorage } from '@tuffet/hooks';
import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import { resetStorage } from '../../core/tests/module.ts';
import Settings from './Settings.svelte';

resetStorage();

test('a module is a Svelte store: components read, assign and bind its properties', async () => {
  const settings = createLocalStorage<{ theme: string; zoom: number }>({
    storageModuleKey: 'settings',
    initial: { theme: 'light', zoom: 1 },
  });
  const component = mount(Settings, { target: document.body, props: { settings } });
  const button = document.querySelector('button') as HTMLButtonElement;
  const input = document.querySelector('input') as HTMLInputElement;
  const shown = () => {
    flushSync();
    return [button.textContent, input.value, localStorage.getItem('settings')];
  };
  expect(shown()).toEqual(['light 1', 'light', '{"theme":"light","zoom":1}']);
  button.click();
  expect(shown()).toEqual(['dark 1', 'dark', '{"theme":"dark","zoom":1}']);
  input.value = 'blue';
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  expect(shown()).toEqual(['blue 1', 'blue', '{"theme":"blue","zoom":1}']);
  settings.set({ zoom: 2 });
  expect(shown()[0]).toBe('blue 2');
  await unmount(component);
});
