import { type Entry, fill } from '@tuffet-live/inspector';
import { type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { Chrome } from '../../app/data';
import type { LazyStrings } from '../../shared/strings';
import { Console } from './console';
import { Icon, type IconName } from './icons';
import type { OpenDocument, Outcome, Session, SessionState } from './session';
import { Slot } from './slot';
import { Stored } from './stored';

/** Below this a frame would be hard to hit; above, it scrolls. */
const MIN_HEIGHT = 40;
const MAX_HEIGHT = 480;
/** An instrument is an application of the page itself, and long on a narrow phone. */
const MAX_INSTRUMENT_HEIGHT = 6_000;
/** Frames tell their height a moment after they are done. */
const SETTLE_MS = 250;

export interface PanelProps {
  readonly session: Session;
  readonly name: string;
  /** Whether it is no sample but an application of the page. */
  readonly isInstrument: boolean;
  readonly words: LazyStrings;
  readonly chrome: Chrome;
  /** Where the editor is, when it is open. */
  readonly editorPlace: HTMLElement;
  readonly isEditing: boolean;
  run(): void;
  edit(): void;
  close(): void;
}

/** A sample that runs: what it shows, what it prints, and what it stores. */
export function Panel(props: PanelProps): ReactNode {
  const { session, name, isInstrument, words, chrome, editorPlace } = props;
  const state = useSyncExternalStore(session.subscribe, session.getState, session.getState);
  const body = useStableHeight(state.outcome);

  const first = state.documents.find(({ visit }) => visit === 'first' || visit === 'reload');
  const other = state.documents.find(({ visit }) => visit === 'other-tab');
  const entries = first?.entries;
  const isTold = isInstrument ? state.hasThrown : state.lines.length > 0;
  return (
    <>
      <div className="live-bar">
        <div className="live-head">
          {isInstrument && <p className="live-name">{name}</p>}
          <Status state={state} entries={entries} isInstrument={isInstrument} words={words} />
        </div>
        <Buttons {...props} state={state} />
        <button
          type="button"
          className="live-close"
          title={chrome.strings.close}
          aria-label={chrome.strings.close}
          onClick={props.close}
        >
          <Icon name="close" />
        </button>
      </div>
      <Slot element={editorPlace} />
      <div className="live-body" ref={body} hidden={!state.run}>
        <div className="live-side">
          <Stage documents={state.documents} isInstrument={isInstrument} words={words} />
          {isTold && <Console state={state} words={words} chrome={chrome} />}
          {state.earlier.length > 0 && (
            <Stored
              run={state.run}
              title={words.liveBefore}
              isPast
              earlier={[]}
              entries={state.earlier}
              words={words}
              language={chrome.locale}
            />
          )}
        </div>
        {!isInstrument && (
          <div className="live-side">
            <Stored
              run={state.run}
              title={words.liveStored}
              earlier={state.earlier}
              entries={entries}
              words={words}
              language={chrome.locale}
            />
            <OtherSession entries={other?.entries} run={state.run} words={words} chrome={chrome} />
          </div>
        )}
      </div>
    </>
  );
}

interface OtherSessionProps {
  readonly run: number;
  readonly entries: readonly Entry[] | undefined;
  readonly words: LazyStrings;
  readonly chrome: Chrome;
}

/** Local storage is the same in both tabs; session storage is each one's own. */
function OtherSession({ run, entries, words, chrome }: OtherSessionProps): ReactNode {
  const own = entries?.filter(({ storage }) => storage === 'session');
  return own?.length ? (
    <Stored
      run={run}
      title={words.liveSecondTab}
      earlier={[]}
      entries={own}
      words={words}
      language={chrome.locale}
    />
  ) : null;
}

interface StatusProps {
  readonly state: SessionState;
  readonly entries: readonly Entry[] | undefined;
  readonly isInstrument: boolean;
  readonly words: LazyStrings;
}

/** What has become of it, also for those who do not see it. */
function Status({ state, entries, isInstrument, words }: StatusProps): ReactNode {
  const { run, outcome, hasThrown } = state;
  const isBad = hasThrown || !['running', 'done'].includes(outcome);
  const told = {
    running: words.liveRunning,
    loop: words.liveLoop,
    memory: words.liveMemory,
    removed: words.liveRemoved,
    done: [
      ...(hasThrown ? [words.liveThrew] : []),
      ...(isInstrument ? [] : [countEntries(entries?.length ?? 0, words)]),
    ].join(' · '),
  } satisfies Record<Outcome, string>;
  return (
    <p className="live-status" role="status" data-outcome={isBad ? 'bad' : outcome}>
      {run ? told[outcome] : ''}
    </p>
  );
}

function countEntries(count: number, words: LazyStrings): string {
  const { liveStoredNone, liveStoredOne, liveStoredMany } = words;
  const text = [liveStoredNone, liveStoredOne][count] ?? liveStoredMany;
  return fill(text, { count: String(count) });
}

/** What one can do. */
function Buttons(props: PanelProps & { readonly state: SessionState }): ReactNode {
  const { session, state, isInstrument, isEditing, words } = props;
  const hasOther = state.documents.some(({ visit }) => visit === 'other-tab');
  const toggleTab = hasOther ? session.closeOtherTab : session.openOtherTab;
  return (
    <div className="live-buttons">
      <Button icon="again" text={state.run ? words.liveAgain : words.liveRun} act={props.run} />
      {!isInstrument && state.run > 0 && (
        <>
          <Button icon="reload" text={words.liveReload} act={session.reload} />
          <Button icon="tab" text={words.liveTab} act={toggleTab} isPressed={hasOther} />
        </>
      )}
      {!isInstrument && (
        <Button icon="edit" text={words.liveEdit} act={props.edit} isPressed={isEditing} />
      )}
    </div>
  );
}

interface ButtonProps {
  readonly icon: IconName;
  readonly text: string;
  readonly isPressed?: boolean;
  act(): void;
}

const Button = ({ icon, text, isPressed, act }: ButtonProps): ReactNode => (
  <button type="button" aria-pressed={isPressed} onClick={() => act()}>
    <Icon name={icon} />
    {text}
  </button>
);

interface StageProps {
  readonly documents: readonly OpenDocument[];
  readonly isInstrument: boolean;
  readonly words: LazyStrings;
}

/** The frames. The first tab stands before the second, whichever was opened later. */
function Stage({ documents, isInstrument, words }: StageProps): ReactNode {
  const sorted = documents.toSorted((a, b) => Number(isOther(a)) - Number(isOther(b)));
  const isNamed = documents.filter(({ height }) => height > 0).length > 1;
  return (
    <div className="live-stage">
      {sorted.map((document) => (
        <div
          key={document.id}
          className="live-frame"
          data-empty={document.height ? undefined : ''}
          inert={!document.height}
        >
          {!isInstrument && (
            <p className="live-title">{isNamed ? nameTab(document, words) : words.liveShown}</p>
          )}
          <Frame document={document} limit={isInstrument ? MAX_INSTRUMENT_HEIGHT : MAX_HEIGHT} />
        </div>
      ))}
    </div>
  );
}

const nameTab = (document: OpenDocument, words: LazyStrings): string =>
  isOther(document) ? words.liveSecondTab : words.liveFirstTab;

const isOther = ({ visit }: OpenDocument): boolean => visit === 'other-tab';

interface FrameProps {
  readonly document: OpenDocument;
  readonly limit: number;
}

function Frame({ document: { frame, height }, limit }: FrameProps): ReactNode {
  useLayoutEffect(() => {
    frame.height = String(Math.min(Math.max(height, MIN_HEIGHT), limit));
  }, [frame, height, limit]);
  return <Slot element={frame} />;
}

/** While a sample runs again, the page below stays where it is. */
function useStableHeight(outcome: Outcome) {
  const body = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  useLayoutEffect(() => {
    const { style } = body.current as HTMLDivElement;
    if (outcome === 'running') {
      style.minHeight = `${height.current}px`;
      return;
    }
    const timer = setTimeout(() => {
      style.minHeight = '';
      height.current = body.current?.offsetHeight ?? 0;
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  return body;
}
