import { createLocalStorage, useStorage } from '@tuffet/react-hooks';
import React, { createElement as h } from 'react';
import { expect, test, vi } from 'vitest';
import { createContainer, useCleanPage } from '../../../tests/library/contract/adapter-contract.ts';
import { forgetHydration, isHydratingLegacyRoot } from '../src/legacy-hydration.ts';
import { open } from './page.ts';

useCleanPage();

/** What React 16.8 and 17 leave on a container. */
function markRoot(root: { hydrate: boolean; current: { child: unknown } }): void {
  Object.assign(createContainer(), { _reactRootContainer: { _internalRoot: root } });
}

test('a root that hydrates and has committed nothing is taken for the one that renders', () => {
  markRoot({ hydrate: false, current: { child: null } });
  markRoot({ hydrate: true, current: { child: {} } });
  expect(isHydratingLegacyRoot()).toBe(false);
  forgetHydration();
  markRoot({ hydrate: true, current: { child: null } });
  expect(isHydratingLegacyRoot()).toBe(true);
  forgetHydration();
});

test('the answer holds for one turn, should the root never commit', async () => {
  expect(isHydratingLegacyRoot()).toBe(false);
  markRoot({ hydrate: true, current: { child: null } });
  expect(isHydratingLegacyRoot()).toBe(false);
  await Promise.resolve();
  expect(isHydratingLegacyRoot()).toBe(true);
  forgetHydration();
});

test('the document is searched once for all components, and not when they render again', () => {
  const storage = createLocalStorage<{ a: number }>({ storageModuleKey: 'm', initial: { a: 0 } });
  const Item = () => h('i', null, useStorage(storage).aState.a);
  const list = () => h('p', null, h(Item), h(Item), h(Item));
  const search = vi.spyOn(document, 'querySelectorAll');
  const page = open(list());
  // From React 18 on it tells us itself.
  expect(search).toHaveBeenCalledTimes('useSyncExternalStore' in React ? 0 : 1);
  search.mockClear();
  page.render(list());
  expect(search).not.toHaveBeenCalled();
  expect(page.text()).toBe('000');
});
