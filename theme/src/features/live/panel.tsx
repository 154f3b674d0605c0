import { type Entry, fill } from '@tuffet/devtools/inspector';
import { type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { Chrome } from '../../app/data';
import type { LazyStrings } from '../../shared/strings';
import { Console } from './console';
import { Icon, type IconName } from './icons';
import type { Session } from './session';
import { isOther, type OpenDocument, type Outcome, type SessionState } from './session-state';
import { Slot } from './slot';
import { Stored } from './stored';

/** In pixels. A higher frame scrolls. */
const MIN_HEIGHT = 40;
const MAX_HEIGHT = 480;
/** An instrument is an application that is part of the page, and high on a narrow phone. */
const MAX_INSTRUMENT_HEIGHT = 6_000;
/** Frames report their height shortly after they are done. */
const SETTLE_MS = 250;

export interface PanelProps {
  readonly session: Session;
  readonly name: string;
  /** Whether it is an application of the page instead of a sample. */
  readonly isInstrument: boolean;
  /** Whether it only shows the tabs and what they store. */
  readonly isShowcase: boolean;
  readonly strings: LazyStrings;
  readonly chrome: Chrome;
  readonly isEditing: boolean;
  run(): void;
  edit(): void;
  close(): void;
}

type PartProps = PanelProps & { readonly state: SessionState };

/** Shows a running sample with its output and its entries. */
export function Panel(props: PanelProps): ReactNode {
  const { session, isInstrument, isShowcase } = props;
  const state = useSyncExternalStore(session.subscribe, session.getState, session.getState);
  const body = useStableHeight(state.outcome);
  return (
    <>
      {!isShowcase && <Bar {...props} state={state} />}
      <div className="live-body" ref={body} hidden={!state.run}>
        <Output {...props} state={state} />
        {!isInstrument && <Storage {...props} state={state} />}
      </div>
    </>
  );
}

function Bar(props: PartProps): ReactNode {
  const { state, name, isInstrument, strings, chrome, close } = props;
  return (
    <div className="live-bar">
      <div className="live-head">
        {isInstrument && <p className="live-name">{name}</p>}
        <Status state={state} isInstrument={isInstrument} strings={strings} />
      </div>
      <Buttons {...props} />
      <button
        type="button"
        className="live-close"
        title={chrome.strings.close}
        aria-label={chrome.strings.close}
        onClick={close}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

function Output({ state, isInstrument, strings, chrome }: PartProps): ReactNode {
  const { run, documents, earlier, lines, hasThrown } = state;
  const hasConsole = isInstrument ? hasThrown : lines.length > 0;
  return (
    <div className="live-side">
      <Stage documents={documents} isInstrument={isInstrument} strings={strings} />
      {hasConsole && <Console state={state} strings={strings} chrome={chrome} />}
      {earlier.length > 0 && (
        <Stored
          run={run}
          title={strings.liveBefore}
          isPast
          entries={earlier}
          strings={strings}
          language={chrome.locale}
        />
      )}
    </div>
  );
}

/** Both tabs share the local storage, but each one has its own session storage. */
function Storage({ state, strings, chrome }: PartProps): ReactNode {
  const { run, documents, earlier } = state;
  const other = documents
    .find(({ visit }) => isOther(visit))
    ?.entries?.filter(({ storage }) => storage === 'session');
  return (
    <div className="live-side">
      <Stored
        run={run}
        title={strings.liveStored}
        earlier={earlier}
        entries={firstEntries(state)}
        strings={strings}
        language={chrome.locale}
      />
      {other && other.length > 0 && (
        <Stored
          run={run}
          title={strings.liveSecondTab}
          entries={other}
          strings={strings}
          language={chrome.locale}
        />
      )}
    </div>
  );
}

const firstEntries = ({ documents }: SessionState): readonly Entry[] | undefined =>
  documents.find(({ visit }) => visit === 'first' || visit === 'reload')?.entries;

interface StatusProps {
  readonly state: SessionState;
  readonly isInstrument: boolean;
  readonly strings: LazyStrings;
}

/** The outcome, also announced by screen readers. */
function Status({ state, isInstrument, strings }: StatusProps): ReactNode {
  const { run, outcome, hasThrown } = state;
  const isBad = hasThrown || !['running', 'done'].includes(outcome);
  const messages = {
    running: strings.liveRunning,
    loop: strings.liveLoop,
    memory: strings.liveMemory,
    removed: strings.liveRemoved,
    done: [
      ...(hasThrown ? [strings.liveThrew] : []),
      ...(isInstrument ? [] : [countEntries(firstEntries(state)?.length ?? 0, strings)]),
    ].join(' · '),
  } satisfies Record<Outcome, string>;
  return (
    <p className="live-status" role="status" data-outcome={isBad ? 'bad' : outcome}>
      {run ? messages[outcome] : ''}
    </p>
  );
}

function countEntries(count: number, strings: LazyStrings): string {
  const { liveStoredNone, liveStoredOne, liveStoredMany } = strings;
  const text = [liveStoredNone, liveStoredOne][count] ?? liveStoredMany;
  return fill(text, { count: String(count) });
}

function Buttons(props: PartProps): ReactNode {
  const { session, state, isInstrument, isEditing, strings } = props;
  const hasOther = state.documents.some(({ visit }) => isOther(visit));
  const toggleTab = hasOther ? session.closeOtherTab : session.openOtherTab;
  return (
    <div className="live-buttons">
      <Button icon="again" text={state.run ? strings.liveAgain : strings.liveRun} act={props.run} />
      {!isInstrument && state.run > 0 && (
        <>
          <Button icon="reload" text={strings.liveReload} act={session.reload} />
          <Button icon="tab" text={strings.liveTab} act={toggleTab} isPressed={hasOther} />
        </>
      )}
      {!isInstrument && (
        <Button icon="edit" text={strings.liveEdit} act={props.edit} isPressed={isEditing} />
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
  readonly strings: LazyStrings;
}

/** The frames. The first tab comes before the second, even if it was opened later. */
function Stage({ documents, isInstrument, strings }: StageProps): ReactNode {
  const sorted = documents.toSorted((a, b) => Number(isOther(a.visit)) - Number(isOther(b.visit)));
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
            <p className="live-title">{isNamed ? nameTab(document, strings) : strings.liveShown}</p>
          )}
          <Frame document={document} limit={isInstrument ? MAX_INSTRUMENT_HEIGHT : MAX_HEIGHT} />
        </div>
      ))}
    </div>
  );
}

const nameTab = (document: OpenDocument, strings: LazyStrings): string =>
  isOther(document.visit) ? strings.liveSecondTab : strings.liveFirstTab;

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

/** Keeps the height while a sample runs again, so that the page below doesn't move. */
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
