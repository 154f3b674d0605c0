import { chromeOf } from '../../app/data';
import { onArrival } from '../../router/arrivals';
import type { ExtrasContext } from '../../shared/context';
import { store } from '../../shared/preferences';
import { readPreferences } from '../../shared/preferences/stored';
import { matchLanguage } from '../choices/languages';
import { currentSection, rememberPlace } from '../choices/place';

const LINKS = '#_languages a, .language-hint a';

/** Keeps the scroll position when the language changes. */
export function startLanguages(context: ExtrasContext): void {
  let waiting: { readonly path: string; readonly putBack: () => void } | undefined;

  function onClick(event: MouseEvent): void {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>(LINKS);
    if (!link) {
      return;
    }
    const isHere = !event.ctrlKey && !event.metaKey && !event.shiftKey;
    link.search = location.search;
    link.hash = isHere ? location.hash : currentSection() || location.hash;
    waiting = isHere ? { path: link.pathname, putBack: rememberPlace() } : undefined;
    settleOn(link.hreflang);
  }

  function restorePlace(): void {
    if (waiting?.path === location.pathname) {
      waiting.putBack();
    }
    waiting = undefined;
  }

  document.addEventListener('click', onClick);
  onArrival(restorePlace);
  // The hint is optional, so a failure is ignored.
  offerLanguage(context).catch(() => {});
}

function settleOn(tag: string): void {
  store('language', ({ language }) => language.set(tag));
}

/** Shows a hint if the site has a preferred language of the visitor. Nobody is redirected. */
async function offerLanguage(context: ExtrasContext): Promise<void> {
  const { languages, locale } = chromeOf(context.currentView());
  const preferred = matchLanguage(navigator.languages, languages);
  if (preferred && preferred.tag !== locale && readPreferences().language === undefined) {
    const { showLanguageHint } = await import(
      /* webpackChunkName: "language-hint" */ './language-hint'
    );
    await showLanguageHint(context, preferred, settleOn);
  }
}
