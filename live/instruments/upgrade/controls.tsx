import { Checks, Choice } from '../shared/choice.tsx';
import { Code } from '../shared/code.tsx';
import { fill } from '../shared/language.ts';
import { releaseCode } from './release-code.ts';
import { STORED, VERSIONS, type Version } from './releases.ts';
import { type Scenario, STATES, stateOf, stepsTo } from './scenario.ts';
import type { Strings } from './strings.ts';

interface ControlsProps {
  scenario: Scenario;
  onChange: (scenario: Scenario) => void;
  strings: Strings;
}

const NUMBERS = VERSIONS.map((version) => [version, version] as const);

export function Controls({ scenario, onChange, strings }: ControlsProps) {
  const { stored, version, preVersion } = scenario;
  const toggle = (toggled: Version) => {
    const { [toggled]: text, ...others } = stored;
    onChange({ ...scenario, stored: text ? others : { ...others, [toggled]: STORED[toggled] } });
  };
  return (
    <div className="controls">
      <div>
        <Checks
          legend={strings.stored}
          options={NUMBERS}
          values={VERSIONS.filter((known) => known in stored)}
          onChange={toggle}
        />
        <Choice
          legend={<code>version</code>}
          options={NUMBERS}
          value={version}
          onChange={(next) => onChange({ ...scenario, version: next })}
        />
        <Choice<Version | undefined>
          legend={<code>preVersion</code>}
          options={[[undefined, strings.automatic], ...NUMBERS]}
          value={preVersion}
          onChange={(next) => onChange({ ...scenario, preVersion: next })}
        />
        <Migrations {...{ scenario, onChange, strings }} />
      </div>
      <Code label={strings.code} text={releaseCode(scenario)} />
    </div>
  );
}

function Migrations({ scenario, onChange, strings }: ControlsProps) {
  const steps = stepsTo(scenario.version);
  const options = STATES.map((state) => [state, strings.state[state]] as const);
  if (!steps.length) return <p className="hint">{strings.noSteps}</p>;
  return steps.map((step) => (
    <Choice
      key={step}
      legend={fill(strings.migration, { step })}
      options={options}
      value={stateOf(scenario, step)}
      onChange={(state) =>
        onChange({ ...scenario, migrations: { ...scenario.migrations, [step]: state } })
      }
    />
  ));
}
