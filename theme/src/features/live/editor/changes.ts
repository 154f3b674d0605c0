import { type EditorState, type Extension, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { changedLines } from '@tuffet/devtools/inspector';

const changed = Decoration.line({ class: 'changed' });

/** Marks the lines that differ from the sample, so that shared code shows what is new in it. */
export function markChanges(original: string): Extension {
  const before = original.split('\n');
  return StateField.define<DecorationSet>({
    create: (state) => mark(state, before),
    update: (shown, { docChanged, state }) => (docChanged ? mark(state, before) : shown),
    provide: (shown) => EditorView.decorations.from(shown),
  });
}

function mark({ doc }: EditorState, before: readonly string[]): DecorationSet {
  const lines = changedLines(before, doc.toString().split('\n'));
  return Decoration.set([...lines].map((index) => changed.range(doc.line(index + 1).from)));
}
