import { createLocalStorage } from '@tuffet/hooks';
import {
  activeAppRecord,
  devtools,
  updateDevToolsClientDetected,
  updateTimelineLayersState,
} from '@vue/devtools-kit';
import { beforeAll, expect, test, vi } from 'vitest';
import { createApp } from 'vue';
import { registerPlugin } from '../src/vue-devtools/plugin.ts';

// The real kit of Vue Devtools, without its window. It supports one application per page.
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
  localStorage.setItem('other', 'text');
  devtools.init();
  app.mount(document.createElement('div'));
  await vi.waitFor(() => expect(activeAppRecord.value?.app).toBe(app));
  registerPlugin(app);
});

/** Turns on our layer, as the window does. Returns the events that the window receives. */
function openTimeline(): string[] {
  updateDevToolsClientDetected({ devtools: true });
  updateTimelineLayersState({ tuffet: true });
  const lines: string[] = [];
  const receive = ({ event: { title, subtitle } }: { event: TimelineEvent }): void => {
    // Vue Devtools stores its own state, too.
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
  expect(settings.get()).toEqual({ theme: 'dark', layout: { columns: 3 } });
});

test('the timeline has every change once, with its origin, until the application is unmounted', async () => {
  const lines = openTimeline();
  settings.set({ theme: 'light' });
  localStorage.setItem('other', '1');
  edit(['theme'], 'dark');
  await vi.waitFor(() =>
    expect(lines).toEqual([
      'settings_v2: changed, module',
      'other: changed, direct write',
      'settings_v2: changed, devtools',
    ]),
  );
  app.unmount();
  expect(`${Storage.prototype.removeItem}`).not.toContain('recorded');
});

interface TimelineEvent {
  readonly title: string;
  readonly subtitle: string;
}
