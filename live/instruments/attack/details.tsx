import { Code } from '../shared/code.tsx';
import { Icon } from '../shared/icon.tsx';
import { Stored } from '../shared/prose.tsx';
import type { Attack, Outcome } from './attempt.ts';
import type { Words } from './words.ts';

interface DetailsProps {
  attack: Attack;
  outcome: Outcome;
  words: Words;
  onTry: () => void;
}

/** One attempt from both sides: what the other code did and got, what the module has and says. */
export function Details({ attack, outcome, words, onTry }: DetailsProps) {
  const { before, after, error, value, reports } = outcome;
  return (
    <div className="details">
      <Code label={words.code} text={codeOf(attack, words)} />
      <dl>
        <dt>{words.error}</dt>
        {error ? (
          <dd className="details-error" lang="en" translate="no">
            {error}
          </dd>
        ) : (
          <dd>{words.noError}</dd>
        )}
        <dt>{words.before}</dt>
        <dd>{before === null ? words.absent : <Stored text={before} />}</dd>
        <dt>{words.after}</dt>
        <dd>
          {after === null ? words.absent : <Stored text={after} />}
          {after === before && <span className="details-note">{words.unchanged}</span>}
        </dd>
        <dt>{words.says}</dt>
        <dd>
          <Stored text={`n.get() → ${JSON.stringify(value)}`} />
          {reports.map((report) => (
            <span key={report} className="details-note">
              {words.reported}: {report}
            </span>
          ))}
        </dd>
      </dl>
      <button type="button" onClick={onTry}>
        <Icon name="again" />
        {words.again}
      </button>
    </div>
  );
}

/** The scripts of an attack, each under a comment that tells when it runs. */
export function codeOf({ before, script, tab }: Attack, words: Words): string {
  if (tab) return `// ${words.codeTab}\n${script.trim()}`;
  if (!before) return script.trim();
  const held = before.replace(/^return /, 'const held = ');
  return `// ${words.codeBefore}\n${held}\n// ${words.codeAfter}\n${script.trim()}`;
}
