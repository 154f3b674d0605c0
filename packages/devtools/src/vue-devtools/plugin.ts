import { setupDevToolsPlugin } from '@vue/devtools-api';
import type { App } from 'vue';
import { fill } from '../inspector/strings.ts';
import { readPage } from '../model/page-entries.ts';
import type { Recorder } from '../model/recorder.ts';
import { shareRecorder } from '../model/shared-recorder.ts';
import { type Change, callerOf, kindOf } from '../model/timeline.ts';
import { languageOf } from '../options.ts';
import { matches } from '../panel/context.ts';
import { type PanelStrings, stringsOf } from '../panel/strings.ts';
import { editEntry, nodeOf, type State, stateOf } from './inspector.ts';

/** The id of the plugin, the inspector and the timeline layer. */
const ID = 'tuffet';
/** The primary color of the panel. */
const COLOR = 0x802862;
/**
 * Assignments such as `localStorage.key = value` cause neither a call nor an event, so they are
 * detected by polling.
 */
const SYNC_INTERVAL_MS = 1000;

type Api = Parameters<Parameters<typeof setupDevToolsPlugin>[1]>[0];

interface Plugin {
  readonly api: Api;
  readonly app: App;
  readonly recorder: Recorder;
  readonly strings: PanelStrings;
  /** The handlers that end the plugin. */
  readonly ends: (() => void)[];
  /** Whether the window was opened. Until then, nothing is read. */
  isOpen: boolean;
}

/** One per application. They share the layer, so only the first one sends events. */
const plugins = new Set<Plugin>();

export function registerPlugin(app: App): void {
  const descriptor = {
    id: ID,
    label: 'Tuffet',
    packageName: '@tuffet/devtools',
    homepage: 'https://tuffet.example',
    app,
  };
  let plugin: Plugin | undefined;
  // Only called if Vue DevTools is installed.
  setupDevToolsPlugin(descriptor, (api) => {
    // Vue DevTools calls it again when its window opens. The inspector and the layer still exist then.
    if (plugin) {
      poll(plugin);
      return;
    }
    const [recorder, release] = shareRecorder();
    const strings = stringsOf(languageOf());
    plugin = { api, app, recorder, strings, ends: [release], isOpen: false };
    addInspector(plugin);
    addTimeline(plugin);
    endOnUnmount(plugin);
  });
}

/** Vue before 3.5 has no `onUnmount`. */
function endOnUnmount({ app, ends }: Plugin): void {
  const { unmount } = app;
  app.unmount = () => {
    for (const end of ends.splice(0)) end();
    unmount.call(app);
  };
}

function poll(plugin: Plugin): void {
  const { recorder, ends } = plugin;
  // Without handlers, the application was unmounted.
  if (plugin.isOpen || ends.length === 0) return;
  plugin.isOpen = true;
  const timer = setInterval(() => {
    if (!document.hidden) recorder.sync();
  }, SYNC_INTERVAL_MS);
  ends.push(() => clearInterval(timer));
}

function addInspector(plugin: Plugin): void {
  const { api, app, recorder, strings, ends } = plugin;
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
    poll(plugin);
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
    const outcome = recorder.runAs('devtools', () => editEntry(nodeId, path, (root) => set(root)));
    const key = nodeId.slice(nodeId.indexOf(':') + 1);
    if (outcome !== 'saved') console.warn(`[tuffet] ${fill(strings.rejected, { key })}`);
    // If the module rejected the value, this shows the current one again.
    api.sendInspectorState(ID);
  });
  const unsubscribe = recorder.subscribe(() => {
    if (!plugin.isOpen) return;
    api.sendInspectorTree(ID);
    api.sendInspectorState(ID);
  });
  ends.push(unsubscribe);
}

/** Vue DevTools drops events while its window is closed or the layer is off. */
function addTimeline(plugin: Plugin): void {
  const { api, recorder, strings, ends } = plugin;
  plugins.add(plugin);
  api.addTimelineLayer({ id: ID, label: 'Tuffet', color: COLOR });
  const send = (change: Change): void => {
    api.addTimelineEvent({ layerId: ID, event: eventOf(change, strings) });
  };
  const unsubscribe = recorder.subscribe((changes) => {
    if (plugin !== [...plugins][0]) return;
    for (const change of changes) {
      if (isCertain(change)) send(change);
      else setTimeout(() => send(latest(recorder, change)), SYNC_INTERVAL_MS);
    }
  });
  ends.push(unsubscribe, () => plugins.delete(plugin));
}

/** Otherwise, it may be the write of another tab, whose event arrives later. */
const isCertain = ({ origin, stack }: Change): boolean => origin !== 'raw' || stack !== '';

const latest = (recorder: Recorder, change: Change): Change =>
  recorder.getChanges().find(({ id }) => id === change.id) ?? change;

function eventOf(change: Change, { kinds, origins }: PanelStrings) {
  const { at, key, storage, before, after, stack } = change;
  const origin = origins[change.origin];
  return {
    time: at,
    title: key,
    subtitle: `${kinds[kindOf(change)]} · ${origin}`,
    // The keys are the same in all languages.
    data: { storage, before, after, origin, caller: callerOf(change), stack },
  };
}
