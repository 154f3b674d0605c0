import type { LiveSample, Program } from '@tuffet-live/frame/protocol';
import { fill } from '@tuffet-live/inspector';
import type { Chrome } from '../../../app/data';
import { adoptStyles } from '../../../shared/adopt-styles';
import { commandKey } from '../../../shared/platform';
import type { LazyStrings } from '../../../shared/strings';
import { CodeProblem, createCompiler } from './compiler-client';
import styles from './editor.lazy.css';
import { createElement } from './element';
import { clearProblem, showProblem } from './problem';
import { compileProgram } from './program';
import { createTools } from './tools';
import { createView } from './view';

export interface EditorOptions {
  readonly sample: LiveSample;
  readonly chrome: Chrome;
  readonly words: LazyStrings;
  /** Code that came in a link; without it, what the reader wrote last, or the sample's own text. */
  readonly text?: string;
  /** Ctrl-Enter: the same as the button that runs. */
  onRun(): void;
}

export interface Editor {
  /** The program as it is written now; none when it cannot be compiled, and the editor says why. */
  compile(): Promise<Program | undefined>;
  focus(): void;
  /** Ends the editor and its worker. */
  close(): void;
}

/** What readers have written, by sample: closing a panel must not cost them their work. */
const drafts = new Map<string, string>();

/** Puts an editor for the code of a sample into an empty element. */
export function openEditor(place: HTMLElement, options: EditorOptions): Editor {
  const { sample, chrome, words } = options;
  const name = sample.program.entry;
  const original = sample.source.trimEnd();
  const compiler = createCompiler(sample.compiler, words.editorSlow);
  adoptStyles(styles);

  const linked = createElement('p', { className: 'live-linked', textContent: words.editorLinked });
  linked.hidden = options.text === undefined;
  const host = createElement('div', { className: 'live-code' });
  const problem = createElement('p', { className: 'live-problem', role: 'alert', hidden: true });
  const view = createView(host, {
    name,
    text: options.text ?? drafts.get(sample.id) ?? original,
    label: fill(words.editorLabel, { name: fileOf(name) }),
    keys: fill(words.editorKeys, { key: commandKey() }),
    onChange() {
      drafts.set(sample.id, textOf());
      compiler.warm(); // so that it is there when the reader presses Run
    },
    onRun: options.onRun,
  });

  function textOf(): string {
    return view.state.doc.toString();
  }

  /** At its line, and above the code: near the button that did not run it. */
  function tell(error?: CodeProblem): void {
    clearProblem(view);
    problem.hidden = !error;
    if (error) {
      const { line, message } = error;
      const text = line === undefined ? words.editorNotRun : words.editorProblem;
      problem.textContent = fill(text, { line: String(line), message });
      line === undefined || showProblem(view, { line, message });
    }
  }

  function reset(): void {
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: original } });
    drafts.delete(sample.id);
    linked.hidden = true;
    tell();
  }

  const tools = createTools({ id: sample.id, chrome, words, textOf, reset });
  const editor = createElement('div', { className: 'live-editor' });
  editor.append(linked, problem, host, tools);
  place.append(editor);
  if (options.text !== undefined) {
    linked.tabIndex = -1;
    linked.focus({ preventScroll: true }); // so it is read out, and the keyboard goes on from there
  }

  return {
    async compile() {
      try {
        const program = await compileProgram(
          compiler,
          sample.program,
          textOf(),
          words,
          chrome.locale,
        );
        tell();
        return program;
      } catch (error) {
        if (!(error instanceof CodeProblem)) {
          throw error;
        }
        tell(error);
        return undefined;
      }
    },
    focus: () => view.focus(),
    close() {
      compiler.stop();
      view.destroy();
      editor.remove();
    },
  };
}

/** Readers know files by their names; the folders are ours. */
const fileOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
