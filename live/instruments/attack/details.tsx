import { Code, Stored } from '../shared/code.tsx';
import { Icon } from '../shared/icon.tsx';

import type { Attack, Outcome } from './attempt.ts';
import type { Strings } from './strings.ts';

interface DetailsProps {
  attack: Attack;
  outcome: Outcome;
  strings: Strings;
  onTry: () => void;
}

export function Details({ attack, outcome, strings, onTry }: DetailsProps) {
  const { before, after, error, value, reports } = outcome;
  return (
    <div className="details">
      <Code label={strings.code} text={codeOf(attack, strings)} />
      <dl>
        <dt>{strings.error}</dt>
        {error ? (
          <dd className="details-error" lang="en" translate="no">
            {error}
          </dd>
        ) : (
          <dd>{strings.noError}</dd>
        )}
        <dt>{strings.before}</dt>
        <dd>{before === null ? strings.absent : <Stored text={before} />}</dd>
        <dt>{strings.after}</dt>
        <dd>
          {after === null ? strings.absent : <Stored text={after} />}
          {after === before && <span className="details-note">{strings.unchanged}</span>}
        </dd>
        <dt>{strings.value}</dt>
        <dd>
          <Stored text={`n.get() → ${JSON.stringify(value)}`} />
          {reports.map((report) => (
            <span key={report} className="details-note">
              {strings.reported}: {report}
            </span>
          ))}
        </dd>
      </dl>
      <button type="button" onClick={onTry}>
        <Icon name="again" />
        {strings.again}
      </button>
    </div>
  );
}

/** The scripts of an attack, with comments that say when they run. */
export function codeOf({ before, script, tab }: Attack, strings: Strings): string {
  if (tab) return `// ${strings.codeTab}\n${script.trim()}`;
  if (!before) return script.trim();
  const held = before.replace(/^return /, 'const held = ');
  return `// ${strings.codeBefore}\n${held}\n// ${strings.codeAfter}\n${script.trim()}`;
}
