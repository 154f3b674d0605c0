import { setupDevToolsPlugin } from '@vue/devtools-api';
import type { App } from 'vue';
import { readPage } from '../model/page-entries.ts';
import { createRecorder, type Recorder } from '../model/recorder.ts';
import { type Change, callerOf, kindOf } from '../model/timeline.ts';
import { languageOf } from '../options.ts';
import { matches } from '../panel/context.ts';
import { type PanelStrings, stringsOf } from '../panel/strings.ts';
import { editEntry, nodeOf, type State, stateOf } from './inspector.ts';

/** Of the plugin, the inspector and the timeline layer. */
const ID = 'tuffet';
/** The primary color of the panel. */
const COLOR = 0x802862;
/** Assignments such as `localStorage.key = value` cause neither a call nor an event. */
const SYNC_INTERVAL_MS = 1000;

type Api = Parameters<Parameters<typeof setupDevToolsPlugin>[1]>[0];

interface Plugin {
  readonly api: Api;
  readonly app: App;
  readonly recorder: Recorder;
  readonly strings: PanelStrings;
}

export function registerPlugin(app: App): void {
  const descriptor = {
    id: ID,
    label: 'Tuffet',
    packageName: '@tuffet/devtools',
    homepage: 'https://tuffet.example',
    app,
  };
  let isSetUp = false;
  // Only called if Vue Devtools is installed.
  setupDevToolsPlugin(descriptor, (api) => {
    // Vue Devtools calls it again when its window opens. The inspector and the layer still exist then.
    if (isSetUp) return;
    isSetUp = true;
    const recorder = createRecorder();
    const plugin = { api, app, recorder, strings: stringsOf(languageOf()) };
    addInspector(plugin);
    addTimeline(plugin);
    const timer = setInterval(() => recorder.sync(), SYNC_INTERVAL_MS);
    // Vue before 3.5 has no `onUnmount`.
    app.onUnmount?.(() => {
      clearInterval(timer);
      recorder.stop();
    });
  });
}

function addInspector({ api, app, recorder, strings }: Plugin): void {
  // Handlers are called for the inspectors of all plugins and applications.
  const isOwn = (payload: { inspectorId: string; app: App }): boolean =>
    payload.inspectorId === ID && payload.app === app;
  api.addInspector({
    id: ID,
    label: 'Tuffet',
    icon: 'storage',
    treeFilterPlaceholder: strings.filter,
  });
  api.on.getInspectorTree((payload) => {
    if (!isOwn(payload)) return;
    const entries = readPage().filter((entry) => matches(entry, payload.filter));
    payload.rootNodes = entries.map((entry) => nodeOf(entry, strings));
  });
  api.on.getInspectorState((payload) => {
    if (!isOwn(payload)) return;
    const state: State | undefined = stateOf(payload.nodeId, strings);
    if (state) payload.state = state;
  });
  api.on.editInspectorState((payload) => {
    if (!isOwn(payload)) return;
    const { nodeId, path, set } = payload;
    recorder.runAs('devtools', () => editEntry(nodeId, path, (root) => set(root)));
    // If the module rejected the value, this shows the current one again.
    api.sendInspectorState(ID);
  });
  recorder.subscribe(() => {
    api.sendInspectorTree(ID);
    api.sendInspectorState(ID);
  });
}

/** Vue Devtools drops events while its window is closed or the layer is off. */
function addTimeline({ api, recorder, strings }: Plugin): void {
  api.addTimelineLayer({ id: ID, label: 'Tuffet', color: COLOR });
  let last = 0;
  recorder.subscribe(() => {
    for (const change of recorder.getChanges()) {
      if (change.id <= last) continue;
      last = change.id;
      api.addTimelineEvent({ layerId: ID, event: eventOf(change, strings) });
    }
  });
}

function eventOf(change: Change, { kinds, origins }: PanelStrings) {
  const { at, key, storage, before, after, origin, stack } = change;
  return {
    time: at,
    title: key,
    subtitle: `${kinds[kindOf(change)]}, ${origins[origin]}`,
    data: { storage, before, after, origin, caller: callerOf(change), stack },
  };
}
