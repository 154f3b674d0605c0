import { StateEffect } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { fill } from '@tuffet/devtools/inspector';
import type { LiveSample, Program } from '@tuffet-live/frame/protocol';
import type { Chrome } from '../../../app/data';
import { adoptStyles } from '../../../shared/adopt-styles';
import { createElement } from '../../../shared/create-element';
import { editedBlocks } from '../../../shared/edited-blocks';
import { commandKey } from '../../../shared/platform';
import type { LazyStrings } from '../../../shared/strings';
import { type Checker, codeOf } from '../checker-client';
import { readDraft, saveDraft } from '../drafts';
import { CodeProblem, type Compiler, createCompiler } from './compiler-client';
import styles from './editor.lazy.css';
import { clearProblem, showProblem } from './problem';
import { compileProgram } from './program';
import { createTools, type Tools } from './tools';
import { createTypeStatus, type TypeStatus } from './type-status';
import { createView } from './view';

export interface EditorOptions {
  /** The code block that becomes the editor. */
  readonly block: HTMLElement;
  readonly sample: LiveSample;
  /** Undefined if types aren't checked. */
  readonly checker: Checker | undefined;
  readonly chrome: Chrome;
  readonly strings: LazyStrings;
  /** Code from a link. The default is the draft of the block, or the code of the sample. */
  readonly text: string | undefined;
  /** Called for Ctrl-Enter. */
  onRun(): void;
}

/** An editor that replaces the code of a block, with its own compiler. */
export class Editor {
  readonly #options: EditorOptions;
  readonly #element = createElement('div', { className: 'live-editor' });
  readonly #linked: HTMLElement;
  readonly #problem = createElement('p', {
    className: 'live-problem',
    role: 'alert',
    hidden: true,
  });
  readonly #types: TypeStatus;
  readonly #tools: Tools;
  readonly #compiler: Compiler;
  readonly #view: EditorView;
  /** The code of the link that the text started with. */
  #link: string | undefined;

  constructor(options: EditorOptions) {
    const { block, sample, chrome, strings } = options;
    adoptStyles(styles);
    this.#options = options;
    const draft = readDraft(block);
    this.#link = options.text ?? draft?.link;
    this.#compiler = createCompiler(sample.compiler, strings.editorSlow);
    this.#linked = createElement('p', {
      className: 'live-linked',
      textContent: strings.editorLinked,
      hidden: this.#link === undefined,
    });
    const host = createElement('div', { className: 'live-code' });
    const text = draft?.link === this.#link ? draft?.text : this.#link;
    this.#view = this.#createView(host, text ?? this.#original);
    this.#tools = createTools({
      id: sample.id,
      chrome,
      strings,
      textOf: () => this.#text,
      reset: () => this.#reset(),
    });
    this.#tools.showEdited(this.#text !== this.#original);
    this.#types = createTypeStatus(strings);
    const parts = [this.#tools.element, this.#linked, host, this.#types.element, this.#problem];
    this.#element.append(...parts);
    block.querySelector('pre')?.after(this.#element);
    this.#checkTypes();
  }

  /** Replaces the code of the block. */
  show(): void {
    const { block } = this.#options;
    block.dataset.editing = '';
    editedBlocks.set(block, () => this.#text);
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

  /** Shows the code of the page again. */
  hide(): void {
    const { block } = this.#options;
    delete block.dataset.editing;
    editedBlocks.delete(block);
  }

  close(): void {
    this.hide();
    this.#compiler.stop();
    this.#view.destroy();
    this.#element.remove();
  }

  get #text(): string {
    return this.#view.state.doc.toString();
  }

  get #original(): string {
    return codeOf(this.#options.sample);
  }

  #createView(host: HTMLElement, text: string): EditorView {
    const { sample, strings, onRun } = this.#options;
    const name = sample.program.entry;
    return createView(host, {
      name,
      text,
      original: this.#original,
      label: fill(strings.editorLabel, { name: fileOf(name) }),
      keys: fill(strings.editorKeys, { key: commandKey() }),
      onChange: () => {
        const text = this.#text;
        const isEdited = text !== this.#original;
        this.#saveDraft(isEdited ? text : undefined);
        this.#tools.showEdited(isEdited);
        this.#compiler.warm(); // so that it is ready when the user presses Run
      },
      onRun,
    });
  }

  /** Loads the extension that shows the results of the type checker. */
  async #checkTypes(): Promise<void> {
    const { checker } = this.#options;
    if (!checker) {
      this.#types.show(undefined);
      return;
    }
    try {
      const { showTypes } = await import(/* webpackChunkName: "editor-types" */ './types');
      const extension = showTypes(checker, this.#types.show);
      this.#view.dispatch({ effects: StateEffect.appendConfig.of(extension) });
    } catch {
      this.#types.show(undefined);
    }
  }

  /** Undefined if the code is that of the sample. */
  #saveDraft(text: string | undefined): void {
    const link = this.#link;
    const draft = text === undefined ? text : { text, ...(link === undefined ? {} : { link }) };
    saveDraft(this.#options.block, draft);
  }

  /** Shows a problem at its line and below the code, near the Run button. */
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
    this.#link = undefined;
    const { length } = this.#view.state.doc;
    this.#view.dispatch({ changes: { from: 0, to: length, insert: this.#original } });
    this.#linked.hidden = true;
    this.#showProblem();
  }
}

/** The file name without its folders, which mean nothing to users. */
const fileOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
