import { fill } from '@tuffet/devtools/inspector';
import type { Level } from '@tuffet-live/frame/protocol';
import { Fragment, type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import type { Chrome } from '../../app/data';
import type { LazyStrings } from '../../shared/strings';
import { errorPage } from './error-page';
import type { Line, SessionState, Visit } from './session-state';

/** The same as in the outputs on pages. */
const PREFIXES: Readonly<Record<Level, string>> = {
  log: '',
  info: '',
  debug: '',
  warn: 'Warning: ',
  error: 'Error: ',
  uncaught: 'Uncaught ',
};

/** More lines than this don't fit into the console. */
const MANY_LINES = 10;

interface ConsoleProps {
  readonly state: SessionState;
  readonly strings: LazyStrings;
  readonly chrome: Chrome;
}

/** The output of a sample, grouped by visit. */
export function Console({ state: { lines, forgotten }, strings, chrome }: ConsoleProps): ReactNode {
  const title = useId();
  const list = useLastLine(lines);
  return (
    <section className="live-console" aria-labelledby={title}>
      <p className="live-title" id={title}>
        {strings.liveConsole}
        {lines.length >= MANY_LINES && (
          <span className="live-count">
            {fill(strings.liveLines, { count: String(lines.length) })}
          </span>
        )}
      </p>
      {forgotten > 0 && (
        <p className="live-note">{fill(strings.liveMoreLines, { count: String(forgotten) })}</p>
      )}
      <ol translate="no" ref={list}>
        {lines.map((line, index) => (
          <Fragment key={line.id}>
            {isNewVisit(line, lines[index - 1]) && (
              <li className="live-visit" translate="yes">
                {nameVisit(line.visit, strings)}
              </li>
            )}
            <li data-level={line.level}>
              {PREFIXES[line.level]}
              <Text line={line} strings={strings} chrome={chrome} />
            </li>
          </Fragment>
        ))}
      </ol>
    </section>
  );
}

/** Keeps the last line in view, unless the visitor has scrolled up. */
function useLastLine(lines: readonly Line[]): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null);
  const end = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines change the height.
  useLayoutEffect(() => {
    const { current: element } = list;
    if (!element) {
      return;
    }
    const last = element.scrollHeight - element.clientHeight;
    if (element.scrollTop >= end.current - 1) {
      element.scrollTop = last;
    }
    end.current = last;
    // The keyboard can scroll it, where there is something to scroll.
    if (last > 0) {
      element.tabIndex = 0;
    } else {
      element.removeAttribute('tabindex');
    }
  }, [lines]);
  return list;
}

/** The first visit needs a heading only if there was another. */
const isNewVisit = ({ visit }: Line, before: Line | undefined): boolean =>
  visit !== (before?.visit ?? 'first');

function nameVisit(visit: Visit, strings: LazyStrings): string {
  const names: Record<Visit, string> = {
    before: strings.liveBefore,
    first: strings.liveNow,
    reload: strings.liveReloaded,
    'other-tab': strings.liveSecondTab,
  };
  return names[visit];
}

interface TextProps {
  readonly line: Line;
  readonly strings: LazyStrings;
  readonly chrome: Chrome;
}

/** A message ends with the address of its page, which becomes a link. */
function Text({ line: { text, link }, strings, chrome }: TextProps): ReactNode {
  const page = link && errorPage(link, chrome);
  if (!link || !page) {
    return text;
  }
  const [before, ...after] = text.split(link);
  const isIn = after.length > 0;
  return (
    <>
      {before}
      {isIn || ' '}
      <a href={page}>{isIn ? link : strings.liveHelp}</a>
      {after.join(link)}
    </>
  );
}
