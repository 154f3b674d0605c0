import { useMemo, useState } from 'react';
import { type Language, languageOfDocument } from '../shared/language.ts';
import { Controls } from './controls.tsx';
import { Result } from './result.tsx';
import { PRESETS, type PresetName, presetOf, type Scenario } from './scenario.ts';
import { simulate } from './simulate.ts';
import { STRINGS } from './strings.ts';

/** Simulates a release that opens in a browser with entries of other releases. */
export function Upgrade({ language = languageOfDocument() }: { language?: Language }) {
  const [scenario, setScenario] = useState<Scenario>(PRESETS.raised);
  const [visit, setVisit] = useState(1);
  const outcome = useMemo(() => simulate(scenario), [scenario]);
  const strings = STRINGS[language];

  const choose = (next: Scenario) => {
    // Another release with the same entries is a later visit.
    if (next.stored !== scenario.stored) setVisit(1);
    setScenario(next);
  };
  const continueVisit = () => {
    setVisit(visit + 1);
    setScenario({ ...scenario, stored: outcome.after });
  };

  return (
    <div className="instrument upgrade">
      <Presets
        chosen={presetOf(scenario)}
        onChoose={(name) => choose(PRESETS[name])}
        {...{ strings }}
      />
      <Controls scenario={scenario} onChange={choose} strings={strings} />
      <Result {...{ scenario, outcome, visit, language, strings }} onContinue={continueVisit} />
    </div>
  );
}

interface PresetsProps {
  chosen: PresetName | undefined;
  onChoose: (name: PresetName) => void;
  strings: (typeof STRINGS)[Language];
}

function Presets({ chosen, onChoose, strings }: PresetsProps) {
  return (
    <fieldset className="presets">
      <legend>{strings.presets}</legend>
      {(Object.keys(PRESETS) as PresetName[]).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === chosen}
          onClick={() => onChoose(name)}
        >
          {strings.preset[name]}
        </button>
      ))}
    </fieldset>
  );
}
