import { createLocalStorage, useStorage } from '@tuffet/react-hooks';
import React, { createElement as h } from 'react';
import { expect, test, vi } from 'vitest';
import { createContainer, useCleanPage } from '../../../tests/library/contract/mount.ts';
import { forgetHydration, isHydratingLegacyRoot } from '../src/legacy-hydration.ts';
import { open } from './page.ts';

useCleanPage();

/** The property that React 16.8 and 17 add to a container. */
function markRoot(root: { hydrate: boolean; current: { child: unknown } }): void {
  Object.assign(createContainer(), { _reactRootContainer: { _internalRoot: root } });
}

test('a root that hydrates and has committed nothing is the one that renders', () => {
  markRoot({ hydrate: false, current: { child: null } });
  markRoot({ hydrate: true, current: { child: {} } });
  expect(isHydratingLegacyRoot()).toBe(false);
  forgetHydration();
  markRoot({ hydrate: true, current: { child: null } });
  expect(isHydratingLegacyRoot()).toBe(true);
  forgetHydration();
});

test('the result is valid for one task if the root never commits', async () => {
  expect(isHydratingLegacyRoot()).toBe(false);
  markRoot({ hydrate: true, current: { child: null } });
  expect(isHydratingLegacyRoot()).toBe(false);
  await Promise.resolve();
  expect(isHydratingLegacyRoot()).toBe(true);
  forgetHydration();
});

test('the document is searched once for all components, and not for re-renders', () => {
  const storage = createLocalStorage<{ a: number }>({ storageModuleKey: 'm', initial: { a: 0 } });
  const Item = () => h('i', null, useStorage(storage).aState.a);
  const list = () => h('p', null, h(Item), h(Item), h(Item));
  const search = vi.spyOn(document, 'querySelectorAll');
  const page = open(list());
  // Since React 18, useSyncExternalStore handles hydration.
  expect(search).toHaveBeenCalledTimes('useSyncExternalStore' in React ? 0 : 1);
  search.mockClear();
  page.render(list());
  expect(search).not.toHaveBeenCalled();
  expect(page.text()).toBe('000');
});
