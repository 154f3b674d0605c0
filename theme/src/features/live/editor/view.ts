import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import { markChanges } from './changes';
import { highlighters } from './highlighting';
import { loadLanguage } from './languages';
import { problems } from './problem';
import styles from './view.lazy.css';

export interface ViewOptions {
  /** The file name, whose extension determines the language. */
  readonly name: string;
  readonly text: string;
  /** The text of the sample, to compare with. */
  readonly original: string;
  readonly label: string;
  readonly keys: string;
  onChange(): void;
  onRun(): void;
}

const HINT_ID = 'keys';

/** Creates an editor in the shadow root of an element, where its styles need no style element. */
export function createView(host: HTMLElement, options: ViewOptions): EditorView {
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [createSheet()];
  const language = new Compartment();
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.text,
      extensions: [...listExtensions(options), language.of([])],
    }),
  });
  root.append(createHint(options.keys));
  loadLanguage(options.name).then(
    (found) => view.dispatch({ effects: language.reconfigure(found) }),
    () => {}, // code can be edited without highlighting
  );
  return view;
}

function createSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  return sheet;
}

function createHint(text: string): HTMLElement {
  const hint = document.createElement('p');
  hint.id = HINT_ID;
  hint.textContent = text;
  return hint;
}

function listExtensions({ original, label, onChange, onRun }: ViewOptions): Extension[] {
  const run = (): boolean => {
    onRun();
    return true;
  };
  return [
    lineNumbers(),
    highlightSpecialChars(), // code from a link may hide some
    history(),
    indentOnInput(),
    indentUnit.of('  '),
    EditorState.tabSize.of(2),
    ...highlighters.map((each) => syntaxHighlighting(each)),
    problems,
    markChanges(original),
    keymap.of([{ key: 'Mod-Enter', run }, indentWithTab, ...defaultKeymap, ...historyKeymap]),
    leaveByTab,
    replaceSelection,
    EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': HINT_ID }),
    EditorView.updateListener.of(({ docChanged }) => docChanged && onChange()),
    document.documentElement.dataset.wrap === '' ? EditorView.lineWrapping : [],
  ];
}

/** After Esc, Tab leaves the editor until another key is pressed. CodeMirror's default is 2 s. */
const leaveByTab = EditorView.domEventHandlers({
  keydown(event, view) {
    if (event.key === 'Escape') {
      event.stopPropagation(); // so that nothing around the editor closes
      view.setTabFocusMode(true);
    } else if (!/^(Tab|Shift)$/.test(event.key)) {
      view.setTabFocusMode(false);
    }
  },
  focus: (_, view) => view.setTabFocusMode(false),
});

/**
 * When text replaces a selection, browsers keep its colors with style attributes, which the policy
 * forbids. So the editor replaces the selection itself.
 */
const replaceSelection = EditorView.domEventHandlers({
  beforeinput({ inputType, data, cancelable }, view) {
    const isText = inputType === 'insertText' && data !== null && cancelable;
    const { empty } = view.state.selection.main;
    return isText && !empty && !view.composing && replaceWith(view, data);
  },
  // The composition of an input method can't be canceled later.
  keydown({ keyCode }, view) {
    if (keyCode === INPUT_METHOD && !view.composing && hasSeveralLines(view.state)) {
      replaceWith(view, '');
    }
  },
});

/** The `keyCode` of every key that an input method handles. */
const INPUT_METHOD = 229;

function hasSeveralLines({ doc, selection }: EditorState): boolean {
  return doc.lineAt(selection.main.from).to < selection.main.to;
}

function replaceWith(view: EditorView, text: string): true {
  view.dispatch(view.state.replaceSelection(text), {
    userEvent: 'input.type',
    scrollIntoView: true,
  });
  return true;
}
