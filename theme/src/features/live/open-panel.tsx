import type { LiveSample, Program } from '@tuffet-live/frame/protocol';
import { fill } from '@tuffet-live/inspector';
import inspectorStyles from '@tuffet-live/inspector/style.css';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import type { Words } from '../../../../contracts/records.gen';
import type { Chrome } from '../../app/data';
import { setFailed, setIdle, setLoading } from '../../router/navigation-state';
import { adoptStyles } from '../../shared/adopt-styles';
import { shownColorMode, watchColorMode } from './color-mode';
import type { Editor } from './editor';
import styles from './live.lazy.css';
import { Panel } from './panel';
import { createSession } from './session';

/** A panel on the page. */
export interface OpenPanel {
  readonly element: HTMLElement;
  readonly sample: LiveSample;
  run(): Promise<void>;
  /** Opens the editor with a text, or with that of the sample. */
  edit(text?: string): Promise<void>;
  close(): void;
}

export interface PanelOptions {
  readonly sample: LiveSample;
  /** What the sample is called. */
  readonly name: string;
  readonly words: Words;
  readonly chrome: Chrome;
  /** Puts the panel into the page. */
  place(element: HTMLElement): void;
  /** The reader has closed it. */
  onClose(): void;
}

export function openPanel({
  sample,
  name,
  words,
  chrome,
  place,
  onClose,
}: PanelOptions): OpenPanel {
  // Nested, so that they outweigh those of the text around it; and ours outweigh them.
  adoptStyles(`.live-panel{${inspectorStyles}}`);
  adoptStyles(styles);

  const isInstrument = sample.source === '';
  const title = fill(words.liveInterface, { name });
  const { locale: language } = chrome;
  const session = createSession({ sample, title, language, colorMode: shownColorMode() });
  const forgetColorMode = watchColorMode(session.setColorMode);
  let isEditing = false;
  const editorPlace = document.createElement('div');
  editorPlace.hidden = true;
  let editor: Editor | undefined;

  const element = document.createElement('section');
  element.className = isInstrument ? 'live-panel live-instrument' : 'live-panel';
  element.ariaLabel = fill(words.liveResult, { name });
  place(element);
  // The way that pages come to life: creating a root would add its code to the first load.
  const root = flushSync(() => hydrateRoot(element, null));

  /** What cannot be fetched is told, and can be tried again. */
  async function attempt(act: () => Promise<unknown>): Promise<void> {
    setLoading();
    try {
      await act();
      setIdle();
    } catch {
      setFailed(() => attempt(act));
    }
  }

  /** What stands in the editor, while it is open. If it is no program, the editor says so. */
  async function run(): Promise<void> {
    let program: Program | undefined = sample.program;
    if (editor && isEditing) {
      const { compile } = editor;
      await attempt(async () => {
        program = undefined;
        program = await compile();
      });
    }
    if (program) {
      await session.run(program);
    }
  }

  async function loadEditor(text?: string): Promise<void> {
    const { openEditor } = await import(/* webpackChunkName: "editor" */ './editor');
    showEditor(true);
    editor?.close();
    editor = openEditor(editorPlace, {
      sample,
      chrome,
      words,
      onRun: run,
      ...(text === undefined ? {} : { text }),
    });
  }

  function showEditor(isShown: boolean): void {
    isEditing = isShown;
    editorPlace.hidden = !isShown;
    render();
  }

  async function edit(text?: string): Promise<void> {
    if (editor && text === undefined) {
      showEditor(true);
    } else {
      await attempt(() => loadEditor(text));
    }
  }

  async function toggleEditor(): Promise<void> {
    if (isEditing) {
      showEditor(false);
    } else {
      await edit();
      editor?.focus();
    }
  }

  function close(): void {
    editor?.close();
    forgetColorMode();
    session.close();
    root.unmount();
    element.remove();
  }

  function render(): void {
    flushSync(() =>
      root.render(
        <Panel
          session={session}
          name={name}
          isInstrument={isInstrument}
          words={words}
          chrome={chrome}
          editorPlace={editorPlace}
          isEditing={isEditing}
          run={run}
          edit={toggleEditor}
          close={() => {
            close();
            onClose();
          }}
        />,
      ),
    );
  }

  render();
  return { element, sample, run, edit, close };
}
