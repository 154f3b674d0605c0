import { Checks, Choice } from '../shared/choice.tsx';
import { Code } from '../shared/code.tsx';
import { fill } from '../shared/language.ts';
import { releaseCode } from './release-code.ts';
import { LEFT, VERSIONS, type Version } from './releases.ts';
import { type Scenario, STATES, stateOf, stepsTo } from './scenario.ts';
import type { Words } from './words.ts';

interface ControlsProps {
  scenario: Scenario;
  onChange: (scenario: Scenario) => void;
  words: Words;
}

const NUMBERS = VERSIONS.map((version) => [version, version] as const);

export function Controls({ scenario, onChange, words }: ControlsProps) {
  const { stored, version, preVersion } = scenario;
  const toggle = (toggled: Version) => {
    const { [toggled]: text, ...others } = stored;
    onChange({ ...scenario, stored: text ? others : { ...others, [toggled]: LEFT[toggled] } });
  };
  return (
    <div className="controls">
      <div>
        <Checks
          legend={words.stored}
          options={NUMBERS}
          values={VERSIONS.filter((known) => known in stored)}
          onToggle={toggle}
        />
        <Choice
          legend={<code>version</code>}
          options={NUMBERS}
          value={version}
          onChange={(next) => onChange({ ...scenario, version: next })}
        />
        <Choice<Version | undefined>
          legend={<code>preVersion</code>}
          options={[[undefined, words.automatic], ...NUMBERS]}
          value={preVersion}
          onChange={(next) => onChange({ ...scenario, preVersion: next })}
        />
        <Migrations {...{ scenario, onChange, words }} />
      </div>
      <Code label={words.code} text={releaseCode(scenario)} />
    </div>
  );
}

function Migrations({ scenario, onChange, words }: ControlsProps) {
  const steps = stepsTo(scenario.version);
  const options = STATES.map((state) => [state, words.state[state]] as const);
  if (!steps.length) return <p className="hint">{words.noSteps}</p>;
  return steps.map((step) => (
    <Choice
      key={step}
      legend={fill(words.migration, { step })}
      options={options}
      value={stateOf(scenario, step)}
      onChange={(state) =>
        onChange({ ...scenario, migrations: { ...scenario.migrations, [step]: state } })
      }
    />
  ));
}
