import { colorLine } from './colors.ts';
import { element } from './element.ts';
import { charactersOf, type Entry, idOf, QUOTA_CHARACTERS } from './entry.ts';
import { changedLines, hiddenIn, linesOf } from './lines.ts';
import { fill, formatCount, formatShare, type InspectorStrings } from './strings.ts';

export interface Inspector {
  /** Marks the lines that differ from the previous entries. */
  show(entries: readonly Entry[]): void;
  setStrings(strings: InspectorStrings): void;
}

export interface InspectorOptions {
  /** Whether storages and keys are `h3` and `h4`. */
  readonly hasHeadings?: boolean;
  /** Called with every card, to add controls. */
  readonly decorate?: (card: HTMLElement, entry: Entry) => void;
}

/** A storage is highlighted from this share of its quota on. */
const NEARLY_FULL = 0.9;

const STORAGES = ['local', 'session', 'memory'] as const;

/** Displays snapshots of storage. */
export function createInspector(
  host: HTMLElement,
  firstStrings: InspectorStrings,
  options: InspectorOptions = {},
): Inspector {
  let strings = firstStrings;
  let entries: readonly Entry[] | undefined;
  /** The marked lines, by entry. */
  let marks = new Map<string, ReadonlySet<number>>();
  host.classList.add('inspector');

  function render(): void {
    const shown = entries ?? [];
    const groups = STORAGES.map((storage) => shown.filter((entry) => entry.storage === storage));
    const parts = groups
      .filter((group) => group.length)
      .map((group) => renderGroup(group, marks, strings, options));
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
    setStrings(next) {
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
      return old?.text === entry.text && factsIn(old) === factsIn(entry);
    })
  );
}

const factsIn = ({ text: _, ...facts }: Entry): string => JSON.stringify(facts);

/** The new lines, by entry. */
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
  options: InspectorOptions,
): HTMLElement {
  const { hasHeadings = true } = options;
  const storage = group[0]?.storage ?? 'local';
  const characters = group.reduce((sum, entry) => sum + charactersOf(entry), 0);
  const items = group.map((entry) => {
    const card = renderEntry(entry, marks.get(idOf(entry)), strings, hasHeadings);
    options.decorate?.(card, entry);
    return card;
  });
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
    ...(characters > QUOTA_CHARACTERS * NEARLY_FULL ? { 'data-full': '' } : {}),
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
    ...notesOn(entry, strings).map((note) => element('p', { class: 'inspector-note' }, note)),
    ...(entry.isMissing
      ? []
      : [
          element(
            'pre',
            { class: 'inspector-json', translate: 'no' },
            element('code', {}, ...lines),
          ),
        ]),
    ...(more > 0 ? [element('p', { class: 'inspector-cut' }, cut)] : []),
  );
}

function renderFacts(entry: Entry, strings: InspectorStrings): HTMLElement[] {
  const characters = charactersOf(entry);
  const size = fill(strings.size, {
    characters: formatCount(characters, strings.language),
    share: formatShare(characters / QUOTA_CHARACTERS, strings.language),
  });
  return [
    element('li', {}, strings[entry.storage]),
    element('li', {}, roleOf(entry, strings)),
    element('li', { 'data-protected': `${entry.isProtected}` }, guardOf(entry, strings)),
    element('li', {}, entry.isMissing ? strings.missing : size),
  ];
}

/** Returns the version of a module, or what another entry is. */
export function roleOf({ version, backupOf }: Entry, strings: InspectorStrings): string {
  if (backupOf !== undefined) return fill(strings.backupOf, { key: backupOf });
  return version ? fill(strings.version, { version: `${version}` }) : strings.noModule;
}

/** Says why a module doesn't use what is stored. */
export function notesOn(entry: Entry, strings: InspectorStrings): string[] {
  const { isUnusable, isHeld, rejected } = entry;
  const list = new Intl.ListFormat(strings.language);
  return [
    ...(isUnusable ? [strings.unusable] : []),
    ...(isHeld ? [strings.held] : []),
    ...(rejected ? [fill(strings.rejected, { names: list.format(rejected) })] : []),
  ];
}

function guardOf(entry: Entry, strings: InspectorStrings): string {
  if (!entry.isProtected) return strings.isOpen;
  return entry.isStrict ? strings.isStrict : strings.isProtected;
}

function renderLine(line: string, isChanged: boolean, strings: InspectorStrings): HTMLElement {
  if (!isChanged) {
    return element('span', { class: 'inspector-line' }, ...colorLine(line), '\n');
  }
  const label = element('span', { class: 'inspector-said' }, `${strings.changed} `);
  return element('mark', { class: 'inspector-line' }, label, ...colorLine(line), '\n');
}
