import { element } from '../inspector/element.ts';
import { type Entry, idOf } from '../inspector/entry.ts';
import { fill } from '../inspector/strings.ts';
import { createInspector } from '../inspector/view.ts';
import {
  corruptEntry,
  findStore,
  type Outcome,
  removeEntry,
  resetEntry,
  saveState,
} from '../model/actions.ts';
import { createButton, keepFocus, matches, type PanelContext, type View } from './context.ts';
import { createEditor } from './editor.ts';

/** All entries, with buttons that change them. */
export function createEntriesView(context: PanelContext): View {
  const host = element('div');
  let latest: readonly Entry[] = [];
  let isEditing = false;

  const inspector = createInspector(host, context.strings.entry, {
    decorate: (card, entry) => card.append(renderActions(context, entry, () => edit(card, entry))),
  });
  const show = (): void => {
    const before = host.querySelector('[data-changed]');
    keepFocus(context, () => inspector.show(latest));
    if (host.querySelector('[data-changed]') !== before) scrollToChange(context, host);
  };

  /** Until the editor is closed, the cards stay as they are. */
  function edit(card: HTMLElement, entry: Entry): void {
    isEditing = true;
    for (const button of host.querySelectorAll('button')) button.disabled = true;
    const editor = createEditor(context, entry, () => {
      isEditing = false;
      inspector.setStrings(context.strings.entry);
      context.refresh();
      const id = `edit ${idOf(entry)}`;
      const buttons = [...host.querySelectorAll('button')];
      buttons.find(({ dataset }) => dataset.focus === id)?.focus();
    });
    card.querySelector('.inspector-json')?.remove();
    card.querySelector('.actions')?.replaceWith(editor.element);
    editor.focus();
  }

  return {
    element: host,
    update(entries, filter) {
      latest = entries.filter((entry) => matches(entry, filter));
      if (!isEditing) show();
    },
  };
}

function renderActions(context: PanelContext, entry: Entry, edit: () => void): HTMLElement {
  const { strings } = context;
  const { key, storage, isMissing } = entry;
  const isModule = findStore(entry) !== undefined;
  const add = (name: string, label: string, run: () => void): HTMLButtonElement => {
    const button = createButton(context, label, run, key);
    button.dataset.focus = `${name} ${idOf(entry)}`;
    return button;
  };
  const act = (run: (entry: Entry) => Outcome, done: string) => () => {
    const restore = saveState(entry);
    const outcome = context.recorder.runAs('devtools', () => run(entry));
    context.refresh();
    if (outcome !== 'saved') return context.announce(fill(strings.rejected, { key }));
    context.announce(fill(done, { key }), restore && (() => undo(context, key, restore)));
  };
  return element(
    'div',
    { class: 'actions' },
    add('edit', strings.edit, edit),
    ...(isModule ? [add('reset', strings.reset, act(resetEntry, strings.wasReset))] : []),
    ...(isModule && !isMissing && storage !== 'memory'
      ? [add('corrupt', strings.corrupt, act(corruptEntry, strings.wasCorrupted))]
      : []),
    ...(isMissing ? [] : [add('remove', strings.remove, act(removeEntry, strings.removed))]),
  );
}

function undo(context: PanelContext, key: string, restore: () => Outcome): void {
  const { recorder, strings } = context;
  const outcome = recorder.runAs('devtools', restore);
  context.refresh();
  context.announce(fill(outcome === 'saved' ? strings.restored : strings.rejected, { key }));
}

/** Scrolls only the panel; `scrollIntoView` would also scroll the page. */
function scrollToChange({ root }: PanelContext, host: HTMLElement): void {
  const scroller = host.parentElement;
  const changed = host.querySelector('mark, [data-changed]');
  if (!scroller || !changed || root.activeElement) return;
  const [view, change] = [scroller.getBoundingClientRect(), changed.getBoundingClientRect()];
  if (change.top < view.top || change.bottom > view.bottom) {
    scroller.scrollTop += change.top - view.top - view.height / 3;
  }
}
