import type { Domain } from '../state/api.ts';
import { useStrings } from '../state/strings.ts';
import { Coded } from './coded.tsx';
import { CopiedCode } from './copied-code.tsx';

/** The settings of `site.toml`, with the ids of this site. */
function settingsOf(domain: Domain, server: string): string {
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

/** Explains how to connect a site that has no views yet. */
export function Connect({ domain, isIgnored, onIgnore }: ConnectProps) {
  const { strings } = useStrings();
  return (
    <section className="card connect" aria-labelledby="connect">
      <h2 id="connect">{strings.connect.title}</h2>
      <p>{strings.connect.hint}</p>
      <ol>
        <li>
          <p>
            <Coded text={strings.connect.paste} />
          </p>
          <CopiedCode text={settingsOf(domain, location.origin)} />
        </li>
        <li>{strings.connect.publish}</li>
        <li>
          <p>{strings.connect.look}</p>
          {isIgnored && (
            <p className="aside">
              {strings.connect.ignored}
              <button type="button" className="quiet" onClick={() => onIgnore(false)}>
                {strings.connect.count}
              </button>
            </p>
          )}
        </li>
      </ol>
    </section>
  );
}

export function NoSite({ onAgain }: { onAgain: () => void }) {
  const { strings } = useStrings();
  return (
    <section className="card connect">
      <h1>{strings.connect.noSite}</h1>
      <p>{strings.connect.noSiteHint}</p>
      <CopiedCode text={strings.connect.command} />
      <button type="button" onClick={onAgain}>
        {strings.connect.again}
      </button>
    </section>
  );
}
