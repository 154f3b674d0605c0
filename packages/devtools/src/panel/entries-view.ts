import { element } from '../inspector/element.ts';
import { type Entry, idOf } from '../inspector/entry.ts';
import { fill } from '../inspector/strings.ts';
import { createInspector } from '../inspector/view.ts';
import {
  corruptEntry,
  findStore,
  type Outcome,
  removeBackup,
  removeEntry,
  resetEntry,
  restoreBackup,
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
    decorate: (card, entry) => {
      card.append(renderActions(context, entry, () => edit(card, entry)));
      if (entry.backups) card.append(renderBackups(context, entry));
    },
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
  const { key, storage, isMissing, backupOf } = entry;
  const isModule = findStore(entry) !== undefined;
  const add = (name: string, label: string, run: () => void): HTMLButtonElement => {
    const button = createButton(context, label, run, key);
    button.dataset.focus = `${name} ${idOf(entry)}`;
    return button;
  };
  const act =
    (run: (entry: Entry) => Outcome, done: string, failed = strings.rejected) =>
    () => {
      const restore = saveState(entry);
      const outcome = context.recorder.runAs('devtools', () => run(entry));
      context.refresh();
      if (outcome !== 'saved') return context.announce(fill(failed, { key }));
      const message = fill(done, { key: backupOf ?? key, backup: key });
      context.announce(message, restore && (() => undo(context, key, restore)));
    };
  if (backupOf !== undefined) {
    const restore = act(restoreBackup, strings.wasRestored, strings.notRestored);
    return element(
      'div',
      { class: 'actions' },
      add('restore', strings.restore, restore),
      add('remove', strings.remove, act(removeBackup, strings.backupRemoved)),
    );
  }
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

/** Buttons that lead to the backups of a module. */
function renderBackups(context: PanelContext, { storage, backups = [] }: Entry): HTMLElement {
  const { strings } = context;
  const label = element('span', { 'aria-hidden': 'true' }, strings.backups);
  const buttons = backups.map((key) => {
    const show = () => context.reveal(`restore ${idOf({ storage, key })}`);
    const button = createButton(context, strings.showBackup, show, key);
    button.replaceChildren(key);
    button.translate = false;
    return button;
  });
  return element('div', { class: 'actions backups' }, label, ...buttons);
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
