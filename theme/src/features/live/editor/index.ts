import type { EditorView } from '@codemirror/view';
import type { LiveSample, Program } from '@tuffet-live/frame/protocol';
import { fill } from '@tuffet-live/inspector';
import type { Chrome } from '../../../app/data';
import { adoptStyles } from '../../../shared/adopt-styles';
import { createElement } from '../../../shared/create-element';
import { commandKey } from '../../../shared/platform';
import type { LazyStrings } from '../../../shared/strings';
import { CodeProblem, type Compiler, createCompiler } from './compiler-client';
import styles from './editor.lazy.css';
import { clearProblem, showProblem } from './problem';
import { compileProgram } from './program';
import { createTools } from './tools';
import { createView } from './view';

export interface EditorOptions {
  readonly sample: LiveSample;
  readonly chrome: Chrome;
  readonly strings: LazyStrings;
  /** Code from a link. The default is the draft of the sample, or its own code. */
  readonly text: string | undefined;
  /** Called for Ctrl-Enter. */
  onRun(): void;
}

/** Unsaved edits by sample, so that closing a panel doesn't discard them. */
const drafts = new Map<string, string>();

/** An editor for the code of a sample, with its own compiler. */
export class Editor {
  readonly #options: EditorOptions;
  readonly #element = createElement('div', { className: 'live-editor' });
  readonly #linked: HTMLElement;
  readonly #problem = createElement('p', {
    className: 'live-problem',
    role: 'alert',
    hidden: true,
  });
  readonly #compiler: Compiler;
  readonly #view: EditorView;

  constructor(options: EditorOptions) {
    const { sample, chrome, strings, text } = options;
    adoptStyles(styles);
    this.#options = options;
    this.#compiler = createCompiler(sample.compiler, strings.editorSlow);
    this.#linked = createElement('p', {
      className: 'live-linked',
      textContent: strings.editorLinked,
      hidden: text === undefined,
    });
    const host = createElement('div', { className: 'live-code' });
    this.#view = this.#createView(host);
    const tools = createTools({
      id: sample.id,
      chrome,
      strings,
      textOf: () => this.#text,
      reset: () => this.#reset(),
    });
    this.#element.append(this.#linked, this.#problem, host, tools);
  }

  /** Adds the editor to the page. */
  open(place: HTMLElement): void {
    place.append(this.#element);
    if (this.#options.text !== undefined) {
      this.#linked.tabIndex = -1;
      // Screen readers read it, and the keyboard continues from there.
      this.#linked.focus({ preventScroll: true });
    }
  }

  /** Compiles the current code. If that fails, shows why and resolves to undefined. */
  async compile(): Promise<Program | undefined> {
    const { sample, strings, chrome } = this.#options;
    try {
      const program = await compileProgram(
        this.#compiler,
        sample.program,
        this.#text,
        strings,
        chrome.locale,
      );
      this.#showProblem();
      return program;
    } catch (error) {
      if (!(error instanceof CodeProblem)) {
        throw error;
      }
      this.#showProblem(error);
      return undefined;
    }
  }

  focus(): void {
    this.#view.focus();
  }

  close(): void {
    this.#compiler.stop();
    this.#view.destroy();
    this.#element.remove();
  }

  get #text(): string {
    return this.#view.state.doc.toString();
  }

  get #original(): string {
    return this.#options.sample.source.trimEnd();
  }

  #createView(host: HTMLElement): EditorView {
    const { sample, strings, text, onRun } = this.#options;
    const name = sample.program.entry;
    return createView(host, {
      name,
      text: text ?? drafts.get(sample.id) ?? this.#original,
      label: fill(strings.editorLabel, { name: fileOf(name) }),
      keys: fill(strings.editorKeys, { key: commandKey() }),
      onChange: () => {
        drafts.set(sample.id, this.#text);
        this.#compiler.warm(); // so that it is ready when the user presses Run
      },
      onRun,
    });
  }

  /** Shows a problem at its line and above the code, near the Run button. */
  #showProblem(error?: CodeProblem): void {
    clearProblem(this.#view);
    this.#problem.hidden = !error;
    if (error) {
      const { editorNotRun, editorProblem } = this.#options.strings;
      const { line, message } = error;
      const text = line === undefined ? editorNotRun : editorProblem;
      this.#problem.textContent = fill(text, { line: String(line), message });
      line === undefined || showProblem(this.#view, { line, message });
    }
  }

  #reset(): void {
    const { length } = this.#view.state.doc;
    this.#view.dispatch({ changes: { from: 0, to: length, insert: this.#original } });
    drafts.delete(this.#options.sample.id);
    this.#linked.hidden = true;
    this.#showProblem();
  }
}

/** The file name without its folders, which mean nothing to users. */
const fileOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
