import { fill, INSPECTOR_STYLES } from '@tuffet/devtools/inspector';
import type { LiveSample, Program } from '@tuffet-live/frame/protocol';
import { flushSync } from 'react-dom';
import { hydrateRoot, type Root } from 'react-dom/client';
import type { Chrome } from '../../app/data';
import { setFailed, setIdle, setLoading } from '../../router/navigation-state';
import { adoptStyles } from '../../shared/adopt-styles';
import type { LazyStrings } from '../../shared/strings';
import { RUN_BUTTON } from './blocks';
import { startChecker } from './checker-client';
import { shownColorMode, watchColorMode } from './color-mode';
import type { Editor } from './editor';
import styles from './live.lazy.css';
import { Panel } from './panel';
import { Session } from './session';
import { isOther, type Visit } from './session-state';
import showcaseStyles from './showcase.lazy.css';

export interface PanelOptions {
  readonly block: HTMLElement;
  readonly sample: LiveSample;
  /** The name of the sample. */
  readonly name: string;
  /** Whether it only shows two tabs and what they store. */
  readonly isShowcase: boolean;
  readonly strings: LazyStrings;
  readonly chrome: Chrome;
  /** Adds the panel to the page. */
  place(element: HTMLElement): void;
  /** The user has closed it. */
  onClose(): void;
}

/** A panel on the page: a session, its view, and on demand an editor in the block above. */
export class OpenPanel {
  readonly element = document.createElement('section');
  readonly sample: LiveSample;
  readonly #options: PanelOptions;
  readonly #isInstrument: boolean;
  readonly #session: Session;
  readonly #stopWatching: () => void;
  readonly #root: Root;
  #editor: Editor | undefined;
  #isEditing = false;

  constructor(options: PanelOptions) {
    const { sample, name, strings, chrome, place } = options;
    // Nested, so that they override the styles of the text around it; ours override them.
    adoptStyles(`.live-panel{${INSPECTOR_STYLES}}`);
    adoptStyles(styles);
    adoptStyles(showcaseStyles);
    this.#options = options;
    this.sample = sample;
    this.#isInstrument = sample.source === '';
    const title = fill(strings.liveInterface, { name });
    const titleOf = (visit: Visit) =>
      isOther(visit) ? `${title} · ${strings.liveSecondTab}` : title;
    const { locale: language } = chrome;
    this.#session = new Session({ sample, titleOf, language, colorMode: shownColorMode() });
    this.#stopWatching = watchColorMode(this.#session.setColorMode);
    this.element.className = this.#isInstrument ? 'live-panel live-instrument' : 'live-panel';
    this.element.ariaLabel = fill(strings.liveResult, { name });
    place(this.element);
    // Like the page: `createRoot` would add its code to the first load.
    this.#root = flushSync(() => hydrateRoot(this.element, null));
    this.#render();
    this.#replaceRunButton();
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
    if (this.#options.isShowcase) {
      this.#session.openOtherTab();
    }
  }

  /** Opens the editor with some code; by default the draft or that of the sample. */
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
    delete this.#options.block.dataset.open;
  }

  /** The panel has its own Run button, which takes the focus from that of the block. */
  #replaceRunButton(): void {
    const { block } = this.#options;
    const isFocused = block.querySelector(RUN_BUTTON) === document.activeElement;
    block.dataset.open = '';
    if (isFocused) {
      this.element.querySelector('button')?.focus({ preventScroll: true });
    }
  }

  async #openEditor(text?: string): Promise<void> {
    const { block, sample, chrome, strings } = this.#options;
    const checker = startChecker(sample); // it starts while the editor loads
    const { Editor } = await import(/* webpackChunkName: "editor" */ './editor');
    await nextTask(); // running the script was a long task already
    this.#editor?.close();
    const onRun = () => this.run();
    this.#editor = new Editor({ block, sample, checker, chrome, strings, text, onRun });
    this.#showEditor(true);
  }

  #showEditor(isShown: boolean): void {
    this.#isEditing = isShown;
    if (isShown) {
      this.#editor?.show();
    } else {
      this.#editor?.hide();
    }
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
    const { name, isShowcase, strings, chrome, onClose } = this.#options;
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
          isShowcase={isShowcase}
          strings={strings}
          chrome={chrome}
          isEditing={this.#isEditing}
          run={() => this.run()}
          edit={() => this.#toggleEditor()}
          close={close}
        />,
      ),
    );
  }
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

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
