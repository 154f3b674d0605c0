import { element } from '../inspector/element.ts';
import { type Entry, idOf } from '../inspector/entry.ts';
import { compact, format } from '../inspector/lines.ts';
import { fill } from '../inspector/strings.ts';
import { saveText } from '../model/actions.ts';
import { readPage } from '../model/page-entries.ts';
import { createButton, type PanelContext } from './context.ts';

const MAX_ROWS = 14;

interface Editor {
  readonly element: HTMLElement;
  focus(): void;
}

/** A form for the text of an entry. Ctrl+Enter saves, Escape cancels. */
export function createEditor(context: PanelContext, entry: Entry, onEnd: () => void): Editor {
  const { strings } = context;
  const { input, read } = createInput(fill(strings.text, { key: entry.key }), entry);
  const problem = element('p', { class: 'problem', role: 'alert' });
  const save = createSave(context, entry, (failure) => {
    if (failure) problem.textContent = failure;
    else onEnd();
  });
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      onEnd();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      // Otherwise, Firefox also clicks the button that receives the focus when the editor closes.
      event.preventDefault();
      save(read());
    }
  });
  const buttons = [
    createButton(context, strings.save, () => save(read())),
    createButton(context, strings.cancel, onEnd),
  ];
  const form = element('div', { class: 'editor' }, input, problem);
  form.append(element('div', { class: 'actions' }, ...buttons));
  return {
    element: form,
    focus() {
      input.focus();
      form.scrollIntoView({ block: 'nearest' });
    },
  };
}

interface Input {
  readonly input: HTMLTextAreaElement;
  /** Returns the text to store. Without an edit, it is exactly the stored text. */
  read(): string;
}

/** Text that a module or `JSON.stringify` wrote is formatted; any other text is edited as it is. */
function createInput(label: string, entry: Entry): Input {
  const stored = entry.isMissing ? '{}' : entry.text;
  const formatted = stored === compact(stored) ? format(stored) : undefined;
  const input = element('textarea', { 'aria-label': label, spellcheck: 'false' });
  input.value = formatted ?? stored;
  input.rows = Math.min(MAX_ROWS, input.value.split('\n').length + 1);
  // The browser may have replaced line breaks.
  const shown = input.value;
  return {
    input,
    read() {
      if (input.value === shown) return stored;
      return formatted !== undefined && isJson(input.value) ? compact(input.value) : input.value;
    },
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns a function that saves the edited text, and calls `onEnd` with the reason if that fails. */
function createSave(
  context: PanelContext,
  entry: Entry,
  onEnd: (failure?: string) => void,
): (text: string) => void {
  const { strings, recorder } = context;
  const { key } = entry;
  let expected = entry.text;
  return (text) => {
    const now = readPage().find((other) => idOf(other) === idOf(entry))?.text ?? '';
    if (now !== expected) {
      expected = now;
      return onEnd(fill(strings.outdated, { key }));
    }
    const outcome = recorder.runAs('devtools', () => saveText(entry, text));
    if (outcome !== 'saved') return onEnd(fill(strings[outcome], { key }));
    onEnd();
    context.announce(fill(strings.saved, { key }));
  };
}
