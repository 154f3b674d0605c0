import { element } from '../inspector/element.ts';
import { type Change, callerOf, diffOf, kindOf } from '../model/timeline.ts';
import { createButton, matches, type PanelContext, type View } from './context.ts';

/** Recorded changes, newest first. */
export function createTimelineView(context: PanelContext): View {
  const { recorder, strings } = context;
  const list = element('ol', { class: 'timeline' });
  const empty = element('p', { class: 'hint' }, strings.noChanges);
  const clear = createButton(context, strings.clear, () => {
    recorder.clear();
    list.closest<HTMLElement>('[role="tabpanel"]')?.focus();
  });
  const rows = new WeakMap<Change, HTMLElement>();
  const rowOf = (change: Change): HTMLElement => {
    const row = rows.get(change) ?? renderRow(context, change);
    rows.set(change, row);
    return row;
  };
  return {
    element: element('div', { class: 'timeline-view' }, empty, list, clear),
    update(_, filter) {
      const changes = recorder.getChanges();
      const shown = changes.filter((change) => matches(change, filter)).reverse();
      replaceRows(list, shown.map(rowOf));
      empty.hidden = changes.length > 0;
      clear.hidden = changes.length === 0;
    },
  };
}

/** Inserts and removes rows without moving others, which would lose the focus. */
function replaceRows(list: HTMLElement, rows: readonly HTMLElement[]): void {
  const kept = new Set<Element>(rows);
  for (const row of [...list.children]) if (!kept.has(row)) row.remove();
  rows.forEach((row, index) => {
    const current = list.children[index] ?? null;
    if (current !== row) list.insertBefore(row, current);
  });
}

function renderRow({ strings }: PanelContext, change: Change): HTMLElement {
  const time = new Date(change.at);
  const clock = time.toLocaleTimeString(strings.tag, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  });
  const caller = callerOf(change);
  const summary = element(
    'summary',
    {},
    element('time', { datetime: time.toISOString() }, clock),
    element('span', { class: 'change-key', translate: 'no' }, change.key),
    element('span', { class: 'change-kind' }, strings.kinds[kindOf(change)]),
    element(
      'span',
      { class: 'change-origin', 'data-origin': change.origin },
      strings.origins[change.origin],
    ),
    ...(caller ? [element('code', { class: 'change-caller', translate: 'no' }, caller)] : []),
  );
  const details = element('details', {}, summary);
  // Comparing large entries takes time, so only when the row is opened.
  details.addEventListener('toggle', () => details.append(...renderDetails(strings, change)), {
    once: true,
  });
  return element('li', { 'data-key': change.key, 'data-origin': change.origin }, details);
}

function renderDetails(strings: PanelContext['strings'], change: Change): HTMLElement[] {
  const lines = diffOf(change).map(({ sign, text }) =>
    element(sign === '+' ? 'ins' : 'del', {}, `${sign} ${text}\n`),
  );
  const stack = change.stack
    ? [
        element('p', { class: 'hint' }, strings.stack),
        element('pre', { class: 'stack', translate: 'no' }, change.stack),
      ]
    : [element('p', { class: 'hint' }, strings.noStack)];
  return [
    element('p', { class: 'hint' }, strings.entry[change.storage]),
    element('pre', { class: 'diff', translate: 'no' }, ...lines),
    ...stack,
  ];
}
