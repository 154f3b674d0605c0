import type { Level } from '@tuffet-live/frame/protocol';
import { fill } from '@tuffet-live/inspector';
import { Fragment, type ReactNode, useId } from 'react';
import type { Chrome } from '../../app/data';
import type { LazyStrings } from '../../shared/strings';
import { errorPage } from './error-page';
import type { Line, SessionState, Visit } from './session-state';

/** As in the outputs that pages show. */
const PREFIXES: Readonly<Record<Level, string>> = {
  log: '',
  info: '',
  debug: '',
  warn: 'Warning: ',
  error: 'Error: ',
  uncaught: 'Uncaught ',
};

interface ConsoleProps {
  readonly state: SessionState;
  readonly words: LazyStrings;
  readonly chrome: Chrome;
}

/** What a sample has printed, under the visit in which it did. */
export function Console({ state: { lines, forgotten }, words, chrome }: ConsoleProps): ReactNode {
  const title = useId();
  return (
    <section className="live-console" aria-labelledby={title}>
      <p className="live-title" id={title}>
        {words.liveConsole}
      </p>
      {forgotten > 0 && (
        <p className="live-note">{fill(words.liveMoreLines, { count: String(forgotten) })}</p>
      )}
      <ol translate="no">
        {lines.map((line, index) => (
          <Fragment key={line.id}>
            {isNewVisit(line, lines[index - 1]) && (
              <li className="live-visit" translate="yes">
                {nameVisit(line.visit, words)}
              </li>
            )}
            <li data-level={line.level}>
              {PREFIXES[line.level]}
              <Text line={line} words={words} chrome={chrome} />
            </li>
          </Fragment>
        ))}
      </ol>
    </section>
  );
}

/** The first visit needs a name only when there was another. */
const isNewVisit = ({ visit }: Line, before: Line | undefined): boolean =>
  visit !== (before?.visit ?? 'first');

function nameVisit(visit: Visit, words: LazyStrings): string {
  const names: Record<Visit, string> = {
    before: words.liveBefore,
    first: words.liveNow,
    reload: words.liveReloaded,
    'other-tab': words.liveSecondTab,
  };
  return names[visit];
}

interface TextProps {
  readonly line: Line;
  readonly words: LazyStrings;
  readonly chrome: Chrome;
}

/** A message ends with the address of its page: there it is a link. */
function Text({ line: { text, link }, words, chrome }: TextProps): ReactNode {
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
      <a href={page}>{isIn ? link : words.liveHelp}</a>
      {after.join(link)}
    </>
  );
}
