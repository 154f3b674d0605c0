import { useEffect, useRef } from 'react';
import { type Address, defaultRange, goTo, useAddress, type View } from '../state/address.ts';
import { type Domain, ignoreOwnVisits, type Overview, pathOf, signOut } from '../state/api.ts';
import { findToday } from '../state/format.ts';
import type { Start } from '../state/start.ts';
import { useStrings } from '../state/strings.ts';
import { useLoad } from '../state/use-load.ts';
import { NoSite } from './connect.tsx';
import { OverviewPage } from './overview.tsx';
import { PageView } from './page-view.tsx';
import { SettingsMenu } from './settings-menu.tsx';
import { TopBar } from './top-bar.tsx';

interface SiteDashboardProps {
  readonly start: Start;
  /** Called when the session or the list of domains may have changed. */
  readonly onChange: () => void;
  readonly onEnd: () => void;
}

/** The dashboard of a signed-in user. */
export function SiteDashboard({ start, onChange, onEnd }: SiteDashboardProps) {
  const { strings } = useStrings();
  const address = useAddress();
  const { domains, session } = start;
  const domain = domains.find(({ id }) => id === address.site) ?? domains[0];
  const ignore = async (isIgnored: boolean) => {
    // Even after a failure, the current state is loaded.
    await ignoreOwnVisits(isIgnored).catch(() => undefined);
    onChange();
  };
  return (
    <>
      <a className="skip" href="#figures">
        {strings.skip}
      </a>
      <TopBar>
        <SiteChoice domains={domains} chosen={domain} address={address} />
        <SettingsMenu>
          <SessionSettings
            isIgnored={session.isIgnored}
            onIgnore={ignore}
            onSignOut={() => signOut().then(onEnd, onChange)}
          />
        </SettingsMenu>
      </TopBar>
      {domain ? (
        <Site key={domain.id} {...{ domain, address, ...session, onEnd }} onIgnore={ignore} />
      ) : (
        <main className="narrow" id="figures">
          <NoSite onAgain={onChange} />
        </main>
      )}
      <footer className="foot">{strings.foot}</footer>
    </>
  );
}

interface SessionSettingsProps {
  readonly isIgnored: boolean;
  readonly onIgnore: (isIgnored: boolean) => void;
  readonly onSignOut: () => void;
}

function SessionSettings({ isIgnored, onIgnore, onSignOut }: SessionSettingsProps) {
  const { strings } = useStrings();
  return (
    <>
      <label className="switch">
        <input
          type="checkbox"
          checked={!isIgnored}
          aria-describedby="own-hint"
          onChange={(event) => onIgnore(!event.target.checked)}
        />
        {strings.settings.own}
      </label>
      <p id="own-hint" className="soft">
        {strings.settings.ownHint}
      </p>
      <button type="button" className="quiet" onClick={onSignOut}>
        {strings.settings.signOut}
      </button>
    </>
  );
}

interface SiteChoiceProps {
  readonly domains: readonly Domain[];
  readonly chosen: Domain | undefined;
  readonly address: Address;
}

function SiteChoice({ domains, chosen, address }: SiteChoiceProps) {
  const { strings } = useStrings();
  if (domains.length < 2) {
    return null;
  }
  return (
    <select
      aria-label={strings.site}
      value={chosen?.id}
      onChange={(event) => goTo({ ...address, page: undefined, site: event.target.value })}
    >
      {domains.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  );
}

interface SiteProps {
  readonly domain: Domain;
  readonly address: Address;
  readonly isIgnored: boolean;
  readonly onIgnore: (isIgnored: boolean) => void;
  readonly onEnd: () => void;
}

/** A site, or one of its pages. */
function Site({ domain, address, isIgnored, onIgnore, onEnd }: SiteProps) {
  const { strings } = useStrings();
  const range = address.range ?? defaultRange(domain.since, findToday(), address.tab);
  const view: View = { ...address, range };
  const { page } = address;
  const overview = useLoad<Overview>(pathOf(domain, 'overview', range));
  const isSignedOut = overview.problem?.kind === 'signed-out';
  useEffect(() => {
    if (isSignedOut) {
      onEnd();
    }
  }, [isSignedOut, onEnd]);
  useTitle(`${page ? `${page} · ` : ''}${domain.title} · ${strings.name}`);
  useFocus(page, overview.value !== undefined);
  return page === undefined ? (
    <OverviewPage
      key={domain.id}
      domain={domain}
      view={view}
      loaded={overview}
      isIgnored={isIgnored}
      onIgnore={onIgnore}
    />
  ) : (
    <PageView
      key={`${domain.id} ${page}`}
      domain={domain}
      view={view}
      page={page}
      overview={overview.value}
    />
  );
}

function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Moves the focus to the title of a page, and back to its link. */
function useFocus(page: string | undefined, isLoaded: boolean): void {
  const last = useRef(page);
  useEffect(() => {
    if (page === last.current) {
      return;
    }
    if (page !== undefined) {
      scrollTo(0, 0);
      document.querySelector<HTMLElement>('h1')?.focus();
      last.current = page;
    } else if (isLoaded) {
      const link = `[data-page="${CSS.escape(last.current ?? '')}"]`;
      document.querySelector<HTMLElement>(link)?.focus({ preventScroll: true });
      last.current = page;
    }
  }, [page, isLoaded]);
}
