import { colourLine } from './colours.ts';
import { element } from './element.ts';
import { charactersOf, type Entry, idOf, QUOTA_CHARACTERS } from './entry.ts';
import { changedLines, hiddenIn, linesOf } from './lines.ts';
import { fill, formatCount, formatShare, type InspectorStrings } from './strings.ts';

export interface Inspector {
  /** Shows these entries, and marks what differs from those before. */
  show(entries: readonly Entry[]): void;
  /** Says the same in another language. */
  speak(strings: InspectorStrings): void;
}

export interface InspectorOptions {
  /** Whether storages and keys are headings, of the third and fourth level; otherwise they are text. */
  readonly hasHeadings?: boolean;
}

/** From here on the next write may fail. */
const ALARMING_SHARE = 0.9;

const STORAGES = ['local', 'session', 'memory'] as const;

/** Shows snapshots of storage in an element; where they come from is for others to know. */
export function createInspector(
  host: HTMLElement,
  firstStrings: InspectorStrings,
  { hasHeadings = true }: InspectorOptions = {},
): Inspector {
  let strings = firstStrings;
  let entries: readonly Entry[] | undefined;
  /** The lines marked in each entry. */
  let marks = new Map<string, ReadonlySet<number>>();
  host.classList.add('inspector');

  function render(): void {
    const shown = entries ?? [];
    const groups = STORAGES.map((storage) => shown.filter((entry) => entry.storage === storage));
    const parts = groups
      .filter((group) => group.length)
      .map((group) => renderGroup(group, marks, strings, hasHeadings));
    host.replaceChildren(
      ...(parts.length ? parts : [element('p', { class: 'inspector-empty' }, strings.empty)]),
    );
  }

  return {
    show(next) {
      const before = entries;
      entries = next;
      if (before && isSame(before, next)) {
        return;
      }
      marks = before ? compare(before, next) : new Map();
      render();
    },
    speak(next) {
      strings = next;
      render();
    },
  };
}

function isSame(before: readonly Entry[], next: readonly Entry[]): boolean {
  return (
    before.length === next.length &&
    next.every((entry, index) => {
      const old = before[index];
      return (
        old?.text === entry.text &&
        idOf(old) === idOf(entry) &&
        old.version === entry.version &&
        old.isProtected === entry.isProtected
      );
    })
  );
}

/** Which lines of which entries are new. */
function compare(before: readonly Entry[], next: readonly Entry[]): Map<string, Set<number>> {
  const texts = new Map(before.map((entry) => [idOf(entry), entry.text]));
  return new Map(
    next
      .filter((entry) => texts.get(idOf(entry)) !== entry.text)
      .map((entry) => [
        idOf(entry),
        changedLines(linesOf(texts.get(idOf(entry)) ?? ''), linesOf(entry.text)),
      ]),
  );
}

function renderGroup(
  group: readonly Entry[],
  marks: ReadonlyMap<string, ReadonlySet<number>>,
  strings: InspectorStrings,
  hasHeadings: boolean,
): HTMLElement {
  const storage = group[0]?.storage ?? 'local';
  const characters = group.reduce((sum, entry) => sum + charactersOf(entry), 0);
  const items = group.map((entry) =>
    renderEntry(entry, marks.get(idOf(entry)), strings, hasHeadings),
  );
  const title = element(hasHeadings ? 'h3' : 'p', { class: 'inspector-storage' }, strings[storage]);
  return element(
    'section',
    { class: 'inspector-group', 'data-storage': storage },
    title,
    ...(storage === 'memory' ? [] : [renderTotal(characters, strings)]),
    element('ul', {}, ...items),
  );
}

function renderTotal(characters: number, strings: InspectorStrings): HTMLElement {
  const text = fill(strings.total, {
    characters: formatCount(characters, strings.language),
    quota: formatCount(QUOTA_CHARACTERS, strings.language),
  });
  const label = element('span', {}, text);
  const gauge = {
    max: `${QUOTA_CHARACTERS}`,
    value: `${characters}`,
    'aria-label': text,
    ...(characters > QUOTA_CHARACTERS * ALARMING_SHARE ? { 'data-full': '' } : {}),
  };
  return element('p', { class: 'inspector-total' }, label, element('progress', gauge));
}

function renderEntry(
  entry: Entry,
  marked: ReadonlySet<number> | undefined,
  strings: InspectorStrings,
  hasHeadings: boolean,
): HTMLElement {
  const lines = linesOf(entry.text).map((line, number) =>
    renderLine(line, marked?.has(number) ?? false, strings),
  );
  const more = hiddenIn(entry.text);
  const cut = fill(strings.cut, { count: new Intl.NumberFormat(strings.language).format(more) });
  return element(
    'li',
    { class: 'inspector-entry', 'data-key': entry.key, ...(marked ? { 'data-changed': '' } : {}) },
    element(hasHeadings ? 'h4' : 'p', { class: 'inspector-key', translate: 'no' }, entry.key),
    element('ul', { class: 'inspector-facts' }, ...renderFacts(entry, strings)),
    element('pre', { class: 'inspector-json', translate: 'no' }, element('code', {}, ...lines)),
    ...(more > 0 ? [element('p', { class: 'inspector-cut' }, cut)] : []),
  );
}

function renderFacts(entry: Entry, strings: InspectorStrings): HTMLElement[] {
  const characters = charactersOf(entry);
  const size = fill(strings.size, {
    characters: formatCount(characters, strings.language),
    share: formatShare(characters / QUOTA_CHARACTERS, strings.language),
  });
  const version = entry.version
    ? fill(strings.version, { version: `${entry.version}` })
    : strings.noModule;
  const guard = entry.isProtected ? strings.isProtected : strings.isOpen;
  return [
    element('li', {}, strings[entry.storage]),
    element('li', {}, version),
    element('li', { 'data-protected': `${entry.isProtected}` }, guard),
    element('li', {}, size),
  ];
}

function renderLine(line: string, isChanged: boolean, strings: InspectorStrings): HTMLElement {
  if (!isChanged) {
    return element('span', { class: 'inspector-line' }, ...colourLine(line), '\n');
  }
  const said = element('span', { class: 'inspector-said' }, `${strings.changed} `);
  return element('mark', { class: 'inspector-line' }, said, ...colourLine(line), '\n');
}
