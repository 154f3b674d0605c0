import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';

export interface LineProblem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

const setProblem = StateEffect.define<LineProblem | undefined>();

/** Marks a line and shows a message below it, like compiler messages on pages. */
const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    const effect = transaction.effects.find((found) => found.is(setProblem));
    return effect ? decorate(transaction.state, effect.value) : shown.map(transaction.changes);
  },
  provide: (shown) => EditorView.decorations.from(shown),
});

export const problems: Extension = field;

/** Replaces the last problem, and moves the cursor to its line. */
export function showProblem(view: EditorView, problem: LineProblem): void {
  const { from } = lineOf(view.state, problem);
  view.dispatch({
    selection: { anchor: from },
    effects: [setProblem.of(problem), EditorView.scrollIntoView(from, { y: 'center' })],
  });
}

export const clearProblem = (view: EditorView): void =>
  view.dispatch({ effects: setProblem.of(undefined) });

function decorate(state: EditorState, problem: LineProblem | undefined): DecorationSet {
  if (!problem) {
    return Decoration.none;
  }
  const { from, to } = lineOf(state, problem);
  return Decoration.set([
    Decoration.line({ class: 'error' }).range(from),
    Decoration.widget({ widget: new Message(problem.message), block: true, side: 1 }).range(to),
  ]);
}

/** Compilers may name the line after the last one. */
const lineOf = ({ doc }: EditorState, { line }: LineProblem) =>
  doc.line(Math.min(Math.max(line, 1), doc.lines));

class Message extends WidgetType {
  constructor(readonly text: string) {
    super();
  }

  override eq(other: Message): boolean {
    return other.text === this.text;
  }

  override toDOM(): HTMLElement {
    const message = document.createElement('div');
    message.className = 'message';
    message.textContent = this.text;
    return message;
  }
}
