import { Icon, type IconName } from '../shared/icon.tsx';
import { fill, type Language } from '../shared/language.ts';
import { Prose, Stored } from '../shared/prose.tsx';
import { type EntryStory, explain, type Fate } from './explain.ts';
import { keyOf } from './releases.ts';
import type { Scenario } from './scenario.ts';
import type { Outcome } from './simulate.ts';
import { type End, endOf } from './summary.ts';
import { sentenceFor, type Words } from './words.ts';

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
  words: Words;
  onGoOn: () => void;
}

export function Result({ scenario, outcome, visit, language, words, onGoOn }: ResultProps) {
  const stories = explain(scenario, outcome);
  const end = endOf(stories, outcome);
  return (
    <section className="result" aria-label={words.entries}>
      <div className="end" data-end={end}>
        <p role="status">
          <Icon name={END_ICONS[end]} />
          <span>
            {visit > 1 && fill(words.visit, { visit })}
            {words.end[end]}
          </span>
        </p>
        <button type="button" className="quiet" onClick={onGoOn} disabled={!!outcome.thrown}>
          <Icon name="again" />
          {words.goOn}
        </button>
      </div>
      <ul className="entries">
        {stories.map((story) => (
          <Entry key={story.version} {...{ story, words }}>
            {sentenceFor(story, scenario, language)}
          </Entry>
        ))}
      </ul>
      <Aftermath outcome={outcome} words={words} />
    </section>
  );
}

function Entry({ story, words, children }: { story: EntryStory; words: Words; children: string }) {
  const { version, fate } = story;
  return (
    <li className="entry" data-fate={fate} data-reason={story.reason}>
      <div className="entry-head">
        <h3 translate="no">{keyOf(version)}</h3>
        <span className="entry-version">{fill(words.version, { version })}</span>
        <span className="badge">
          <Icon name={FATE_ICONS[fate]} />
          {words.fate[fate]}
        </span>
      </div>
      <dl className="entry-texts">
        <Moment name={words.before} text={story.before} words={words} />
        <Moment name={words.after} text={story.after} words={words} />
      </dl>
      <p className="entry-why">
        <Prose text={children} />
      </p>
    </li>
  );
}

function Moment({ name, text, words }: { name: string; text: string | undefined; words: Words }) {
  return (
    <div data-absent={text === undefined}>
      <dt>{name}</dt>
      <dd>{text === undefined ? words.absent : <Stored text={text} />}</dd>
    </div>
  );
}

function Aftermath({ outcome, words }: { outcome: Outcome; words: Words }) {
  const { thrown, reports, shown } = outcome;
  const heard = thrown ? [thrown] : reports;
  return (
    <dl className="aftermath">
      {shown && (
        <div className="aftermath-part">
          <dt>{words.shown}</dt>
          <dd>
            <Stored text={JSON.stringify(shown)} />
          </dd>
        </div>
      )}
      <div className="aftermath-part" data-heard={heard.length > 0}>
        <dt>{thrown ? words.thrown : words.reported}</dt>
        {heard.map(({ message }) => (
          <dd key={message} className="message" lang="en" translate="no">
            {message}
          </dd>
        ))}
        {!heard.length && <dd>{words.quiet}</dd>}
      </div>
    </dl>
  );
}
