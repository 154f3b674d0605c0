import { Stored } from '../shared/code.tsx';
import { Icon, type IconName } from '../shared/icon.tsx';
import { fill, type Language } from '../shared/language.ts';
import { Prose } from '../shared/prose.tsx';
import { type EntryResult, explain, type Status } from './explain.ts';
import { keyOf } from './releases.ts';
import type { Scenario } from './scenario.ts';
import type { Outcome } from './simulate.ts';
import { explanationOf, type Strings } from './strings.ts';
import { type Summary, summarize } from './summary.ts';

const STATUS_ICONS: Readonly<Record<Status, IconName>> = {
  used: 'check',
  created: 'plus',
  moved: 'arrow',
  deleted: 'cross',
  kept: 'pause',
  unwritten: 'dash',
};

const SUMMARY_ICONS: Readonly<Record<Summary, IconName>> = {
  alive: 'check',
  lost: 'cross',
  waiting: 'pause',
  fresh: 'plus',
  refused: 'cross',
};

interface ResultProps {
  scenario: Scenario;
  outcome: Outcome;
  visit: number;
  language: Language;
  strings: Strings;
  onContinue: () => void;
}

export function Result({ scenario, outcome, visit, language, strings, onContinue }: ResultProps) {
  const results = explain(scenario, outcome);
  const summary = summarize(results, outcome);
  return (
    <section className="result" aria-label={strings.entries}>
      <div className="summary" data-summary={summary}>
        <p role="status">
          <Icon name={SUMMARY_ICONS[summary]} />
          <span>
            {visit > 1 && fill(strings.visit, { visit })}
            {strings.summary[summary]}
          </span>
        </p>
        <button type="button" className="quiet" onClick={onContinue} disabled={!!outcome.thrown}>
          <Icon name="again" />
          {strings.continue}
        </button>
      </div>
      <ul className="entries">
        {results.map((result) => (
          <Entry
            key={result.version}
            {...{ result, strings }}
            explanation={explanationOf(result, scenario, language)}
          />
        ))}
      </ul>
      <ModuleResult outcome={outcome} strings={strings} />
    </section>
  );
}

interface EntryProps {
  result: EntryResult;
  strings: Strings;
  explanation: string;
}

function Entry({ result, strings, explanation }: EntryProps) {
  const { version, status } = result;
  return (
    <li className="entry" data-status={status} data-reason={result.reason}>
      <div className="entry-head">
        <h3 translate="no">{keyOf(version)}</h3>
        <span className="entry-version">{fill(strings.version, { version })}</span>
        <span className="badge">
          <Icon name={STATUS_ICONS[status]} />
          {strings.status[status]}
        </span>
      </div>
      <dl className="entry-texts">
        <StoredText name={strings.before} text={result.before} strings={strings} />
        <StoredText name={strings.after} text={result.after} strings={strings} />
      </dl>
      <p className="entry-why">
        <Prose text={explanation} />
      </p>
    </li>
  );
}

interface StoredTextProps {
  name: string;
  text: string | undefined;
  strings: Strings;
}

function StoredText({ name, text, strings }: StoredTextProps) {
  return (
    <div data-absent={text === undefined}>
      <dt>{name}</dt>
      <dd>{text === undefined ? strings.absent : <Stored text={text} />}</dd>
    </div>
  );
}

function ModuleResult({ outcome, strings }: { outcome: Outcome; strings: Strings }) {
  const { thrown, reports, shown } = outcome;
  const messages = thrown ? [thrown] : reports;
  return (
    <dl className="module">
      {shown && (
        <div className="module-part">
          <dt>{strings.shown}</dt>
          <dd>
            <Stored text={JSON.stringify(shown)} />
          </dd>
        </div>
      )}
      <div className="module-part" data-reported={messages.length > 0}>
        <dt>{thrown ? strings.thrown : strings.reported}</dt>
        {messages.map(({ message }) => (
          <dd key={message} className="message" lang="en" translate="no">
            {message}
          </dd>
        ))}
        {!messages.length && <dd>{strings.quiet}</dd>}
      </div>
    </dl>
  );
}
