import type { LiveSample, Program } from '@tuffet-live/frame/protocol';
import { fill } from '@tuffet-live/inspector';
import inspectorStyles from '@tuffet-live/inspector/style.css';
import { flushSync } from 'react-dom';
import { hydrateRoot, type Root } from 'react-dom/client';
import type { Chrome } from '../../app/data';
import { setFailed, setIdle, setLoading } from '../../router/navigation-state';
import { adoptStyles } from '../../shared/adopt-styles';
import type { LazyStrings } from '../../shared/strings';
import { shownColorMode, watchColorMode } from './color-mode';
import type { Editor } from './editor';
import styles from './live.lazy.css';
import { Panel } from './panel';
import { Session } from './session';

export interface PanelOptions {
  readonly sample: LiveSample;
  /** The name of the sample. */
  readonly name: string;
  readonly strings: LazyStrings;
  readonly chrome: Chrome;
  /** Adds the panel to the page. */
  place(element: HTMLElement): void;
  /** The user has closed it. */
  onClose(): void;
}

/** A panel on the page: a session, what shows it, and an editor on demand. */
export class OpenPanel {
  readonly element = document.createElement('section');
  readonly sample: LiveSample;
  readonly #options: PanelOptions;
  readonly #isInstrument: boolean;
  readonly #session: Session;
  readonly #stopWatching: () => void;
  readonly #root: Root;
  readonly #editorPlace = document.createElement('div');
  #editor: Editor | undefined;
  #isEditing = false;

  constructor(options: PanelOptions) {
    const { sample, name, strings, chrome, place } = options;
    // Nested, so that they override the styles of the text around it; ours override them.
    adoptStyles(`.live-panel{${inspectorStyles}}`);
    adoptStyles(styles);
    this.#options = options;
    this.sample = sample;
    this.#isInstrument = sample.source === '';
    const title = fill(strings.liveInterface, { name });
    const { locale: language } = chrome;
    this.#session = new Session({ sample, title, language, colorMode: shownColorMode() });
    this.#stopWatching = watchColorMode(this.#session.setColorMode);
    this.#editorPlace.hidden = true;
    this.element.className = this.#isInstrument ? 'live-panel live-instrument' : 'live-panel';
    this.element.ariaLabel = fill(strings.liveResult, { name });
    place(this.element);
    // Like the page: `createRoot` would add its code to the first load.
    this.#root = flushSync(() => hydrateRoot(this.element, null));
    this.#render();
  }

  /** Runs the code in the editor while it is open, or the sample. */
  async run(): Promise<void> {
    let program: Program | undefined = this.sample.program;
    const editor = this.#isEditing ? this.#editor : undefined;
    if (editor) {
      await attempt(async () => {
        program = undefined;
        program = await editor.compile();
      });
    }
    if (program) {
      await this.#session.run(program);
    }
  }

  /** Opens the editor with a text, or with that of the sample. */
  async edit(text?: string): Promise<void> {
    if (this.#editor && text === undefined) {
      this.#showEditor(true);
    } else {
      await attempt(() => this.#openEditor(text));
    }
  }

  close(): void {
    this.#editor?.close();
    this.#stopWatching();
    this.#session.close();
    this.#root.unmount();
    this.element.remove();
  }

  async #openEditor(text?: string): Promise<void> {
    const { Editor } = await import(/* webpackChunkName: "editor" */ './editor');
    const { sample, chrome, strings } = this.#options;
    this.#showEditor(true);
    this.#editor?.close();
    this.#editor = new Editor({ sample, chrome, strings, text, onRun: () => this.run() });
    this.#editor.open(this.#editorPlace);
  }

  #showEditor(isShown: boolean): void {
    this.#isEditing = isShown;
    this.#editorPlace.hidden = !isShown;
    this.#render();
  }

  async #toggleEditor(): Promise<void> {
    if (this.#isEditing) {
      this.#showEditor(false);
    } else {
      await this.edit();
      this.#editor?.focus();
    }
  }

  #render(): void {
    const { name, strings, chrome, onClose } = this.#options;
    const close = (): void => {
      this.close();
      onClose();
    };
    flushSync(() =>
      this.#root.render(
        <Panel
          session={this.#session}
          name={name}
          isInstrument={this.#isInstrument}
          strings={strings}
          chrome={chrome}
          editorPlace={this.#editorPlace}
          isEditing={this.#isEditing}
          run={() => this.run()}
          edit={() => this.#toggleEditor()}
          close={close}
        />,
      ),
    );
  }
}

/** Shows that something is loading. If it fails, the user can retry. */
async function attempt(act: () => Promise<unknown>): Promise<void> {
  setLoading();
  try {
    await act();
    setIdle();
  } catch {
    setFailed(() => attempt(act));
  }
}
