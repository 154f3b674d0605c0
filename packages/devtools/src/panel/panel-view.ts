import { element } from '../inspector/element.ts';
import { fill } from '../inspector/strings.ts';
import { INSPECTOR_STYLES } from '../inspector/styles.ts';
import { readPage } from '../model/page-entries.ts';
import type { Recorder } from '../model/recorder.ts';
import { shareRecorder } from '../model/shared-recorder.ts';
import type { DevtoolsLanguage } from '../options.ts';
import { createButton, type PanelContext, type View, type ViewName } from './context.ts';
import { createEntriesView } from './entries-view.ts';
import { type PanelStrings, stringsOf } from './strings.ts';
import { PANEL_STYLES } from './styles.ts';
import { createTabs } from './tabs.ts';
import { createTimelineView } from './timeline-view.ts';
import { createToolsView } from './tools-view.ts';
import { VIEW_STYLES } from './view-styles.ts';

export interface PanelView {
  start(language: DevtoolsLanguage): void;
  stop(): void;
}

/** Property writes and changes of the protection cause no event. */
const SYNC_INTERVAL_MS = 1000;
/** After these, the page may have changed without a call or an event. */
const USER_EVENTS = ['click', 'input', 'change', 'keyup'] as const;
/**
 * These would leave the shadow root with the panel as the target, so that shortcuts of the
 * application couldn't know that the user is typing.
 */
const TYPING_EVENTS = [
  'keydown',
  'keypress',
  'keyup',
  'beforeinput',
  'input',
  'compositionstart',
  'compositionupdate',
  'compositionend',
  'copy',
  'cut',
  'paste',
] as const;

/** One per page: it also records and simulates while the panel is closed. */
let shared: ReturnType<typeof shareRecorder> | undefined;

/** Ends the recording and simulated problems, and restores the methods of `Storage`. */
export function stopRecording(): void {
  if (!shared) return;
  const [recorder, release] = shared;
  shared = undefined;
  try {
    // The plugin for Vue DevTools may continue to record.
    recorder.simulate('none');
  } finally {
    release();
  }
}

interface PanelState {
  readonly root: ShadowRoot;
  readonly onClose: (() => void) | undefined;
  readonly status: HTMLElement;
  readonly undo: HTMLButtonElement;
  readonly fault: HTMLElement;
  readonly filter: HTMLInputElement;
  view: ViewName;
  views: Partial<Record<ViewName, View>>;
  end: () => void;
}

export function createPanelView(root: ShadowRoot, onClose: (() => void) | undefined): PanelView {
  const sheets = [INSPECTOR_STYLES, PANEL_STYLES, VIEW_STYLES].map((styles) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    return sheet;
  });
  root.adoptedStyleSheets = sheets;
  const state: PanelState = {
    root,
    onClose,
    status: element('p', { role: 'status' }),
    undo: element('button', { type: 'button', hidden: '' }),
    fault: element('p', { class: 'simulation' }),
    filter: element('input', { type: 'search', autocomplete: 'off', spellcheck: 'false' }),
    view: 'entries',
    views: {},
    end: () => {},
  };
  keepTyping(root, onClose);
  return {
    start(language) {
      state.end();
      shared ??= shareRecorder();
      build(state, shared[0], stringsOf(language));
    },
    stop: () => state.end(),
  };
}

/** Keeps typing in the panel, except for an Escape that its container may use. */
function keepTyping(root: ShadowRoot, onClose: (() => void) | undefined): void {
  for (const type of TYPING_EVENTS) {
    root.addEventListener(type, (event) => {
      const { key, isComposing } = event as KeyboardEvent;
      const isEscape = type === 'keydown' && key === 'Escape' && !isComposing;
      if (!isEscape || onClose) event.stopPropagation();
      if (isEscape) onClose?.();
    });
  }
}

/** Shows a message, and a button that undoes the action until there is another message. */
function announce({ root, status, undo }: PanelState, message: string, run?: () => void): void {
  status.textContent = message;
  undo.hidden = !run;
  undo.onclick = () => {
    root.querySelector<HTMLElement>('[role="tabpanel"]:not([hidden])')?.focus();
    run?.();
  };
}

function build(state: PanelState, source: Recorder, strings: PanelStrings): void {
  const { root, filter } = state;
  const refresh = (): void => {
    showFault(state, context);
    state.views[state.view]?.update(readPage(), filter.value.trim());
  };
  const context: PanelContext = {
    root,
    recorder: source,
    strings,
    announce: (message, undo) => announce(state, message, undo),
    refresh,
    reveal(focus) {
      filter.value = '';
      refresh();
      const all = [...root.querySelectorAll<HTMLElement>('[data-focus]')];
      all.find(({ dataset }) => dataset.focus === focus)?.focus();
    },
  };
  announce(state, '');
  state.undo.textContent = strings.undo;
  delete state.fault.dataset.fault;
  filter.placeholder = strings.filter;
  filter.setAttribute('aria-label', strings.filter);
  filter.oninput = refresh;
  state.views = {
    entries: createEntriesView(context),
    timeline: createTimelineView(context),
    tools: createToolsView(context),
  };
  root.replaceChildren(renderFrame(state, context));
  state.end = watchPage(root, source, refresh);
  refresh();
}

function renderFrame(state: PanelState, context: PanelContext): HTMLElement {
  const { onClose, view, views, status, undo, fault, filter } = state;
  const { strings } = context;
  const names = ['entries', 'timeline', 'tools'] as const;
  const items = names.map((name) => ({
    name,
    label: strings[name],
    content: (views[name] as View).element,
  }));
  const { list, panels } = createTabs(strings.views, items, view, (name) => {
    state.view = name;
    context.refresh();
  });
  const close = onClose && createButton(context, strings.close, onClose);
  close?.replaceChildren();
  close?.classList.add('close');
  const title = element('h2', {}, strings.title);
  return element(
    onClose ? 'section' : 'div',
    { class: 'panel', ...(onClose ? { 'aria-label': strings.title } : {}) },
    element(
      'div',
      { class: 'head' },
      ...(onClose ? [title] : []),
      list,
      filter,
      ...(close ? [close] : []),
    ),
    fault,
    ...panels,
    element('div', { class: 'status' }, status, undo),
  );
}

/** Shows which problem is simulated, in every view. */
function showFault({ fault: host }: PanelState, context: PanelContext): void {
  const { recorder: source, strings } = context;
  const fault = source.getFault();
  host.hidden = fault === 'none';
  if (host.dataset.fault === fault) return;
  host.dataset.fault = fault;
  const text = fill(strings.simulating, { problem: strings.faults[fault] });
  host.replaceChildren(
    text,
    createButton(context, strings.stop, () => source.simulate('none')),
  );
}

/** Calls the listener after changes, until the returned function is called. */
function watchPage(root: ShadowRoot, source: Recorder, listener: () => void): () => void {
  const sync = (): void => {
    if (document.hidden) return;
    source.sync();
    listener();
  };
  // Runs after the handlers of the page.
  const later = (): void => void setTimeout(sync);
  const unsubscribe = source.subscribe(listener);
  const interval = setInterval(sync, SYNC_INTERVAL_MS);
  const targets = [document, root];
  for (const target of targets) {
    for (const type of USER_EVENTS) target.addEventListener(type, later);
  }
  return () => {
    unsubscribe();
    clearInterval(interval);
    for (const target of targets) {
      for (const type of USER_EVENTS) target.removeEventListener(type, later);
    }
  };
}
