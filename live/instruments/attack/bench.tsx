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

/** Runs every attack against a module with the chosen protection. */
export function Bench({ attacks, language = languageOfDocument() }: BenchProps) {
  const [protection, setProtection] = useState<Protection>(true);
  const { outcomes, tryOne } = useAttempts(attacks, protection);
  const strings = STRINGS[language];
  const options = PROTECTIONS.map(
    (each) => [each, <Option key={`${each}`} {...{ each, strings }} />] as const,
  );
  return (
    <div className="instrument attack">
      <Choice
        legend={<Prose text={strings.protection} />}
        options={options}
        value={protection}
        onChange={setProtection}
      />
      <Score {...{ attacks, outcomes, strings }} />
      <Groups {...{ attacks, outcomes, strings }} onTry={tryOne} />
    </div>
  );
}

interface GroupsProps extends ScoreProps {
  onTry: (attack: Attack) => void;
}

/** The attacks by group; one of them can be open. */
function Groups({ attacks, outcomes, strings, onTry }: GroupsProps) {
  const [openId, setOpenId] = useState<string>();
  const toggle = (attack: Attack) => {
    const isOpening = attack.id !== openId;
    setOpenId(isOpening ? attack.id : undefined);
    // Runs again, so that storage contains the result of the attack that is shown.
    if (isOpening) onTry(attack);
  };
  return GROUPS.map((group) => (
    <section key={group} aria-labelledby={`group-${group}`}>
      <h2 id={`group-${group}`}>{strings.group[group]}</h2>
      <ul>
        {attacks
          .filter((attack) => attack.group === group)
          .map((attack) => (
            <AttackItem
              key={attack.id}
              {...{ attack, strings }}
              outcome={outcomes[attack.id]}
              isOpen={attack.id === openId}
              onToggle={() => toggle(attack)}
              onTry={() => onTry(attack)}
            />
          ))}
      </ul>
    </section>
  ));
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

interface AttackItemProps {
  attack: Attack;
  outcome: Outcome | undefined;
  isOpen: boolean;
  strings: Strings;
  onToggle: () => void;
  onTry: () => void;
}

function AttackItem({ attack, outcome, isOpen, strings, onToggle, onTry }: AttackItemProps) {
  const { id } = attack;
  return (
    <li className="attempt" data-verdict={outcome?.verdict} data-id={id}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={`attempt-${id}`}
        onClick={onToggle}
      >
        <Icon name="chevron" />
        <span className="attempt-title">
          <Prose text={strings.titles[id]} />
        </span>
        {outcome && (
          <span className="badge">
            <Icon name={ICONS[outcome.verdict]} />
            {strings.verdict[outcome.verdict]}
          </span>
        )}
      </button>
      <div id={`attempt-${id}`} hidden={!isOpen}>
        {isOpen && outcome && <Details {...{ attack, outcome, strings, onTry }} />}
      </div>
    </li>
  );
}
