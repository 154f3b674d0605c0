import type { Protection } from '@tuffet/hooks';
import { useState } from 'react';
import { Choice } from '../shared/choice.tsx';
import { Icon, type IconName } from '../shared/icon.tsx';
import { fill, type Language, languageOfDocument } from '../shared/language.ts';
import { Prose } from '../shared/prose.tsx';
import { type Attack, type Group, type Outcome, PROTECTIONS, type Verdict } from './attempt.ts';
import { Details } from './details.tsx';
import { STRINGS, type Strings } from './strings.ts';
import { type Outcomes, useAttempts } from './use-attempts.ts';

const GROUPS: readonly Group[] = ['methods', 'properties', 'beyond'];

const ICONS: Readonly<Record<Verdict, IconName>> = {
  throws: 'shield',
  ignored: 'silence',
  passes: 'pencil',
};

interface BenchProps {
  attacks: readonly Attack[];
  language?: Language;
}

/** The bench: a protection to choose, and every way of writing past it, tried for real. */
export function Bench({ attacks, language = languageOfDocument() }: BenchProps) {
  const [protection, setProtection] = useState<Protection>(true);
  const [openId, setOpenId] = useState<string>();
  const { outcomes, tryOne } = useAttempts(attacks, protection);
  const strings = STRINGS[language];

  const toggle = (attack: Attack) => {
    const isOpening = attack.id !== openId;
    setOpenId(isOpening ? attack.id : undefined);
    // What is stored then is what this one has done.
    if (isOpening) tryOne(attack);
  };

  return (
    <div className="instrument attack">
      <Choice
        legend={<Prose text={strings.protection} />}
        options={PROTECTIONS.map((each) => [
          each,
          <Option key={`${each}`} {...{ each, strings }} />,
        ])}
        value={protection}
        onChange={setProtection}
      />
      <Score {...{ attacks, outcomes, strings }} />
      {GROUPS.map((group) => (
        <section key={group} aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{strings.group[group]}</h2>
          <ul>
            {attacks
              .filter((attack) => attack.group === group)
              .map((attack) => (
                <Way
                  key={attack.id}
                  {...{ attack, strings }}
                  outcome={outcomes[attack.id]}
                  isOpen={attack.id === openId}
                  onToggle={() => toggle(attack)}
                  onTry={() => tryOne(attack)}
                />
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Option({ each, strings }: { each: Protection; strings: Strings }) {
  if (!each) return strings.off;
  return <code>{each === true ? 'true' : `'${each}'`}</code>;
}

interface ScoreProps {
  attacks: readonly Attack[];
  outcomes: Outcomes;
  strings: Strings;
}

function Score({ attacks, outcomes, strings }: ScoreProps) {
  const verdicts = attacks.map(({ id }) => outcomes[id]?.verdict);
  const stopped = verdicts.filter((verdict) => verdict && verdict !== 'passes').length;
  const isDone = verdicts.every(Boolean);
  return (
    <div className="score">
      <p role="status">
        {isDone ? fill(strings.score, { stopped, all: attacks.length }) : strings.running}
      </p>
      <div className="score-cells" aria-hidden="true">
        {attacks.map(({ id }, i) => (
          <span key={id} data-verdict={verdicts[i]} />
        ))}
      </div>
    </div>
  );
}

interface WayProps {
  attack: Attack;
  outcome: Outcome | undefined;
  isOpen: boolean;
  strings: Strings;
  onToggle: () => void;
  onTry: () => void;
}

function Way({ attack, outcome, isOpen, strings, onToggle, onTry }: WayProps) {
  const { id } = attack;
  return (
    <li className="way" data-verdict={outcome?.verdict} data-id={id}>
      <button type="button" aria-expanded={isOpen} aria-controls={`way-${id}`} onClick={onToggle}>
        <Icon name="chevron" />
        <span className="way-title">
          <Prose text={strings.titles[id]} />
        </span>
        {outcome && (
          <span className="badge">
            <Icon name={ICONS[outcome.verdict]} />
            {strings.verdict[outcome.verdict]}
          </span>
        )}
      </button>
      <div id={`way-${id}`} hidden={!isOpen}>
        {isOpen && outcome && <Details {...{ attack, outcome, strings, onTry }} />}
      </div>
    </li>
  );
}
