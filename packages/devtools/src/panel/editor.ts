import { element } from '../inspector/element.ts';
import { type Entry, idOf } from '../inspector/entry.ts';
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
  const { strings, recorder } = context;
  const { key } = entry;
  const label = fill(strings.text, { key });
  const text = format(entry.isMissing ? '{}' : entry.text);
  const rows = Math.min(MAX_ROWS, text.split('\n').length + 1);
  const input = element('textarea', { 'aria-label': label, spellcheck: 'false', rows: `${rows}` });
  input.value = text;
  const problem = element('p', { class: 'problem', role: 'alert' });
  let expected = entry.text;

  function save(): void {
    const now = readPage().find((other) => idOf(other) === idOf(entry))?.text ?? '';
    if (now !== expected) {
      expected = now;
      problem.textContent = fill(strings.outdated, { key });
      return;
    }
    const outcome = recorder.runAs('devtools', () => saveText(entry, compact(input.value)));
    if (outcome === 'saved') {
      onEnd();
      context.say(fill(strings.saved, { key }));
    } else {
      problem.textContent = fill(strings[outcome], { key });
    }
  }

  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onEnd();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      save();
    }
  });
  const buttons = [
    createButton(context, strings.save, save),
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

/** One value per line; other text is unchanged. */
function format(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** As modules store it: without the line breaks of the form. */
function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
