import { useMemo, useState } from 'react';
import { type Language, languageOfDocument } from '../shared/language.ts';
import { Controls } from './controls.tsx';
import { Result } from './result.tsx';
import { type Scenario, STORIES, type Story, storyOf } from './scenario.ts';
import { simulate } from './simulate.ts';
import { STRINGS } from './strings.ts';

/** The simulator: a release and a browser to choose, and what one does to the other. */
export function Upgrade({ language = languageOfDocument() }: { language?: Language }) {
  const [scenario, setScenario] = useState<Scenario>(STORIES.raised);
  const [visit, setVisit] = useState(1);
  const outcome = useMemo(() => simulate(scenario), [scenario]);
  const strings = STRINGS[language];

  const choose = (next: Scenario) => {
    // Another release over the same entries is a later visit of the same person.
    if (next.stored !== scenario.stored) setVisit(1);
    setScenario(next);
  };
  const goOn = () => {
    setVisit(visit + 1);
    setScenario({ ...scenario, stored: outcome.after });
  };

  return (
    <div className="instrument upgrade">
      <Stories
        chosen={storyOf(scenario)}
        onChoose={(story) => choose(STORIES[story])}
        {...{ strings }}
      />
      <Controls scenario={scenario} onChange={choose} strings={strings} />
      <Result {...{ scenario, outcome, visit, language, strings }} onGoOn={goOn} />
    </div>
  );
}

interface StoriesProps {
  chosen: Story | undefined;
  onChoose: (story: Story) => void;
  strings: (typeof STRINGS)[Language];
}

function Stories({ chosen, onChoose, strings }: StoriesProps) {
  return (
    <fieldset className="stories">
      <legend>{strings.stories}</legend>
      {(Object.keys(STORIES) as Story[]).map((story) => (
        <button
          key={story}
          type="button"
          aria-pressed={story === chosen}
          onClick={() => onChoose(story)}
        >
          {strings.story[story]}
        </button>
      ))}
    </fieldset>
  );
}
