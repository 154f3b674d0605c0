import { createLocalStorage } from '@tuffet/hooks';
import { withSerializer } from '@tuffet/hooks/serializer';
import {
  activeAppRecord,
  devtools,
  updateDevToolsClientDetected,
  updateTimelineLayersState,
} from '@vue/devtools-kit';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createApp } from 'vue';
import { shareRecorder } from '../src/model/shared-recorder.ts';
import { registerPlugin } from '../src/vue-devtools/plugin.ts';
import { writeElsewhere } from './page.ts';

// The real kit of Vue DevTools, without its window. It supports one application per page.
const { api, hooks } = devtools.ctx;
const app = createApp({ render: () => null });
const inspectorId = 'tuffet';
const nodeId = 'local:settings_v2';

type Settings = { theme: string; layout: { columns: number } };

const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  version: 2,
  protect: true,
  initial: { theme: 'light', layout: { columns: 2 } },
  check: ({ theme }) => (theme === 'pink' ? 'pink is not a theme' : undefined),
  onError: () => {},
});

beforeAll(async () => {
  devtools.init();
  app.mount(document.createElement('div'));
  // Hooks can't use `expect.poll`.
  await vi.waitFor(() => expect(activeAppRecord.value?.app).toBe(app), 30_000);
  registerPlugin(app);
});

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  localStorage.setItem('other', 'text');
  settings.set({ theme: 'light', layout: { columns: 2 } });
  // Listeners are called in a microtask.
  await Promise.resolve();
});

/** Turns on our layer, as the window does. Returns the events that the window receives. */
function openTimeline(): string[] {
  updateDevToolsClientDetected({ devtools: true });
  updateTimelineLayersState({ tuffet: true });
  const lines: string[] = [];
  const receive = ({ event: { title, subtitle } }: { event: TimelineEvent }): void => {
    // Vue DevTools stores its own state, too.
    if (!title.startsWith('__VUE_DEVTOOLS')) lines.push(`${title}: ${subtitle}`);
  };
  hooks.hook('sendTimelineEventToClient' as never, receive as never);
  return lines;
}

const stateOf = async (id: string) => {
  const state = (await api.getInspectorState({ inspectorId, nodeId: id })) ?? {};
  return Object.entries(state).map(([title, fields]) => [
    title,
    Object.fromEntries(fields.map(({ key, value }) => [key, value])),
  ]);
};

const edit = (path: string[], value: unknown) =>
  api.editInspectorState({ inspectorId, nodeId, path, type: '', state: { value } } as never);

test('the inspector lists modules and other entries', async () => {
  const tree = await api.getInspectorTree({ inspectorId, filter: 'T' });
  const nodes = tree as { label: string; tags: { label: string }[] }[];
  const shown = nodes.map(({ label, tags }) => [label, ...tags.map((tag) => tag.label)]);
  expect(shown).toContainEqual(['other', 'Local storage', 'no module']);
  expect(shown).toContainEqual(['settings_v2', 'Local storage', 'version 2', 'protected']);
  expect(await api.getInspectorTree({ inspectorId, filter: 'SETTINGS' })).toHaveLength(1);
  expect(await stateOf('local:other')).toEqual([['Local storage', { other: 'text' }]]);
});

test('the inspector shows and edits values, which the module validates', async () => {
  const shown = { theme: 'light', layout: { columns: 2 } };
  expect(await stateOf(nodeId)).toEqual([['Local storage', shown]]);
  edit(['theme'], 'dark');
  edit(['layout', 'columns'], 3);
  edit(['theme'], 'pink');
  expect(console.warn).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining('settings_v2 wasn’t changed'),
  );
  expect(settings.get()).toEqual({ theme: 'dark', layout: { columns: 3 } });
});

test('instances of classes, which a copy would turn into plain objects, are not editable', async () => {
  class Price {
    constructor(readonly cents: number) {}
  }
  const prices = withSerializer({
    stringify: (price) => JSON.stringify((price as Price).cents),
    parse: (text) => new Price(JSON.parse(text)),
  });
  const cart = prices.createLocalStorage<{ price: Price }>({
    storageModuleKey: 'cart',
    initial: { price: new Price(5) },
  });
  const shown = await api.getInspectorState({ inspectorId, nodeId: 'local:cart' });
  expect(Object.values(shown ?? {}).flat()).toMatchObject([{ key: 'price', editable: false }]);
  const payload = { inspectorId, nodeId: 'local:cart', path: ['price', 'cents'], type: '' };
  api.editInspectorState({ ...payload, state: { value: 6 } } as never);
  expect(cart.get().price).toEqual(new Price(5));
});

test('the timeline has every change once, with its origin', async () => {
  const lines = openTimeline();
  const [recorder, release] = shareRecorder();
  settings.set({ theme: 'dark' });
  localStorage.setItem('other', '1');
  edit(['theme'], 'light');
  recorder.runAs('devtools', () => localStorage.setItem('other', '2'));
  await expect
    .poll(() => lines)
    .toEqual([
      'settings_v2: changed · module',
      'other: changed · direct write',
      'settings_v2: changed · devtools',
      'other: changed · devtools',
    ]);
  release();
});

test('the timeline has all changes of one turn', async () => {
  const lines = openTimeline();
  for (let i = 0; i < 300; i += 1) localStorage.setItem(`key${i}`, 'x');
  await expect.poll(() => lines).toHaveLength(300);
  localStorage.clear();
});

test('a write of another tab that was found before its event is attributed to that tab', async () => {
  const lines = openTimeline();
  const [recorder, release] = shareRecorder();
  localStorage.other = 'elsewhere';
  recorder.sync();
  await Promise.resolve();
  writeElsewhere('other', 'elsewhere');
  await expect.poll(() => lines).toEqual(['other: changed · another tab']);
  release();
});

// Last, because the kit supports one application per page.
test('after the application is unmounted, Storage has its own methods', () => {
  expect(`${Storage.prototype.removeItem}`).toContain('recorded');
  app.unmount();
  expect(`${Storage.prototype.removeItem}`).not.toContain('recorded');
});

interface TimelineEvent {
  readonly title: string;
  readonly subtitle: string;
}
