import { Icon, type IconName } from '../shared/icon.tsx';
import { fill, type Language } from '../shared/language.ts';
import { Prose, Stored } from '../shared/prose.tsx';
import { type EntryStory, explain, type Fate } from './explain.ts';
import { keyOf } from './releases.ts';
import type { Scenario } from './scenario.ts';
import type { Outcome } from './simulate.ts';
import { type Strings, sentenceFor } from './strings.ts';
import { type End, endOf } from './summary.ts';

const FATE_ICONS: Readonly<Record<Fate, IconName>> = {
  used: 'check',
  created: 'plus',
  moved: 'arrow',
  deleted: 'cross',
  kept: 'pause',
  unwritten: 'dash',
};

const END_ICONS: Readonly<Record<End, IconName>> = {
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
  onGoOn: () => void;
}

export function Result({ scenario, outcome, visit, language, strings, onGoOn }: ResultProps) {
  const stories = explain(scenario, outcome);
  const end = endOf(stories, outcome);
  return (
    <section className="result" aria-label={strings.entries}>
      <div className="end" data-end={end}>
        <p role="status">
          <Icon name={END_ICONS[end]} />
          <span>
            {visit > 1 && fill(strings.visit, { visit })}
            {strings.end[end]}
          </span>
        </p>
        <button type="button" className="quiet" onClick={onGoOn} disabled={!!outcome.thrown}>
          <Icon name="again" />
          {strings.goOn}
        </button>
      </div>
      <ul className="entries">
        {stories.map((story) => (
          <Entry key={story.version} {...{ story, strings }}>
            {sentenceFor(story, scenario, language)}
          </Entry>
        ))}
      </ul>
      <Aftermath outcome={outcome} strings={strings} />
    </section>
  );
}

function Entry({
  story,
  strings,
  children,
}: {
  story: EntryStory;
  strings: Strings;
  children: string;
}) {
  const { version, fate } = story;
  return (
    <li className="entry" data-fate={fate} data-reason={story.reason}>
      <div className="entry-head">
        <h3 translate="no">{keyOf(version)}</h3>
        <span className="entry-version">{fill(strings.version, { version })}</span>
        <span className="badge">
          <Icon name={FATE_ICONS[fate]} />
          {strings.fate[fate]}
        </span>
      </div>
      <dl className="entry-texts">
        <Moment name={strings.before} text={story.before} strings={strings} />
        <Moment name={strings.after} text={story.after} strings={strings} />
      </dl>
      <p className="entry-why">
        <Prose text={children} />
      </p>
    </li>
  );
}

function Moment({
  name,
  text,
  strings,
}: {
  name: string;
  text: string | undefined;
  strings: Strings;
}) {
  return (
    <div data-absent={text === undefined}>
      <dt>{name}</dt>
      <dd>{text === undefined ? strings.absent : <Stored text={text} />}</dd>
    </div>
  );
}

function Aftermath({ outcome, strings }: { outcome: Outcome; strings: Strings }) {
  const { thrown, reports, shown } = outcome;
  const heard = thrown ? [thrown] : reports;
  return (
    <dl className="aftermath">
      {shown && (
        <div className="aftermath-part">
          <dt>{strings.shown}</dt>
          <dd>
            <Stored text={JSON.stringify(shown)} />
          </dd>
        </div>
      )}
      <div className="aftermath-part" data-heard={heard.length > 0}>
        <dt>{thrown ? strings.thrown : strings.reported}</dt>
        {heard.map(({ message }) => (
          <dd key={message} className="message" lang="en" translate="no">
            {message}
          </dd>
        ))}
        {!heard.length && <dd>{strings.quiet}</dd>}
      </div>
    </dl>
  );
}
