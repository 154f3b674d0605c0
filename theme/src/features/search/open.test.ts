import { expect, test, vi } from 'vitest';
import { getNavigationState } from '../../router/navigation-state';
import type { SiteIndex } from '../../router/site-index';
import { sampleChrome } from '../../testing/samples';
import { showSearch } from './dialog';
import { prepareSearch } from './open';

vi.mock('./dialog');

const chrome = sampleChrome();
const index = {} as SiteIndex;
prepareSearch(() => chrome, index);

function press(init: KeyboardEventInit): boolean {
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
  return document.body.dispatchEvent(event);
}

test.for([{ ctrlKey: true }, { metaKey: true }])('K with %o opens the search', async (keys) => {
  vi.mocked(showSearch).mockReset();
  expect(press({ key: 'k', ...keys })).toBe(false);
  await expect.poll(() => showSearch).toHaveBeenCalledExactlyOnceWith(chrome, index);
  expect(getNavigationState().status).toBe('idle');
});

test.for([{ key: 'k' }, { key: 'K', ctrlKey: true, shiftKey: true }, { key: 'j', ctrlKey: true }])(
  '%o is left to the browser',
  (init) => {
    expect(press(init)).toBe(true);
  },
);
