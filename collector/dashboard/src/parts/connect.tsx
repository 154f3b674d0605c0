import type { Domain } from '../state/api.ts';
import { useWords } from '../state/words.ts';
import { Coded } from './coded.tsx';
import { CopiedCode } from './copied-code.tsx';

/** The settings of `site.toml`, with the ids of this site. */
export function settingsOf(domain: Domain, server: string): string {
  const events = Object.entries(domain.events).map(
    ([kind, id]) => `${kind.replace('-', '_')}_event_id = "${id}"`,
  );
  return [
    '[analytics]',
    `server = "${server}"`,
    `domain_id = "${domain.id}"`,
    ...events.sort(),
    'record_routes = true',
    'options = { detailed = true }',
  ].join('\n');
}

interface ConnectProps {
  readonly domain: Domain;
  readonly isIgnored: boolean;
  readonly onIgnore: (isIgnored: boolean) => void;
}

/** How to connect a site that has no views yet. */
export function Connect({ domain, isIgnored, onIgnore }: ConnectProps) {
  const { words } = useWords();
  return (
    <section className="card connect" aria-labelledby="connect">
      <h2 id="connect">{words.connect.title}</h2>
      <p>{words.connect.hint}</p>
      <ol>
        <li>
          <p>
            <Coded text={words.connect.paste} />
          </p>
          <CopiedCode text={settingsOf(domain, location.origin)} />
        </li>
        <li>{words.connect.publish}</li>
        <li>
          <p>{words.connect.look}</p>
          {isIgnored && (
            <p className="aside">
              {words.connect.ignored}
              <button type="button" className="quiet" onClick={() => onIgnore(false)}>
                {words.connect.count}
              </button>
            </p>
          )}
        </li>
      </ol>
    </section>
  );
}

export function NoSite({ onAgain }: { onAgain: () => void }) {
  const { words } = useWords();
  return (
    <section className="card connect">
      <h1>{words.connect.noSite}</h1>
      <p>{words.connect.noSiteHint}</p>
      <CopiedCode text={words.connect.command} />
      <button type="button" onClick={onAgain}>
        {words.connect.again}
      </button>
    </section>
  );
}
