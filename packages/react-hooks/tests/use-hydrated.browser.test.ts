import { createLocalStorage, useStorage } from '@tuffet/react-hooks';
import { useHydrated } from '@tuffet/react-hooks/hydrated';
import { createElement as h, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { createContainer, settle, useCleanPage } from '../../../tests/library/contract/mount.ts';
import { hydrateRoot } from './driver.ts';
import { open } from './page.ts';

useCleanPage();

function createPage() {
  localStorage.setItem('module', '{"n":3}');
  const storage = createLocalStorage<{ n: number }>({
    storageModuleKey: 'module',
    initial: { n: 0 },
  });
  const onRender = vi.fn();
  function Value() {
    const { n } = useStorage(storage).nState;
    const text = `${n} ${useHydrated()}`;
    onRender(text);
    return h('p', null, text);
  }
  const renders = () => [...new Set(onRender.mock.calls.map(([text]) => text))];
  return { Value, onRender, renders };
}

test('during hydration it is false, and true together with the stored values', async () => {
  const { Value, renders } = createPage();
  const error = vi.spyOn(console, 'error');
  const container = createContainer('<p>0 false</p>');
  const unmount = hydrateRoot(container, h(Value));
  await expect.poll(() => container.textContent).toBe('3 true');
  await settle();
  expect(renders()).toEqual(['0 false', '3 true']);
  expect(error).not.toHaveBeenCalled();
  unmount();
});

test('without hydration it is true in the first render', () => {
  const { Value, renders } = createPage();
  const page = open(h(Value));
  expect(page.text()).toBe('3 true');
  expect(renders()).toEqual(['3 true']);
  page.unmount();
});

test('a component that is mounted after hydration starts with true', async () => {
  const { Value, renders } = createPage();
  let show!: (isShown: boolean) => void;
  function Late() {
    const [isShown, setShown] = useState(false);
    show = setShown;
    return h('div', null, isShown ? h(Value) : 'nothing');
  }
  const container = createContainer('<div>nothing</div>');
  const unmount = hydrateRoot(container, h(Late));
  await settle();
  show(true);
  await expect.poll(() => container.textContent).toBe('3 true');
  expect(renders()).toEqual(['3 true']);
  unmount();
});

test('it never re-renders a component afterwards', async () => {
  const { Value, onRender } = createPage();
  const page = open(h(Value));
  onRender.mockClear();
  await settle();
  expect(onRender).not.toHaveBeenCalled();
  page.unmount();
});
