import { chromeOf } from '../../app/data';
import { onArrival } from '../../router/arrivals';
import type { ExtrasContext } from '../../shared/context';
import { store } from '../../shared/preferences';
import { readPreferences } from '../../shared/preferences/stored';
import { matchLanguage } from '../choices/languages';
import { currentSection, rememberPlace } from '../choices/place';
import { showLanguageHint } from './language-hint';

/** In session storage, after the hint was shown. */
const OFFERED_KEY = 'site-language-offered';

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

/**
 * Shows a hint if the page exists in a preferred language of the visitor, once per session. There is
 * no redirect.
 */
async function offerLanguage(context: ExtrasContext): Promise<void> {
  const view = context.currentView();
  const { languages, locale } = chromeOf(view);
  const preferred = matchLanguage(navigator.languages, languages);
  const isAsked = !preferred || preferred.tag === locale || readPreferences().language;
  const path = view.kind === 'page' && !isAsked && view.page.counterparts[preferred.tag];
  if (preferred && path && isFirstOffer()) {
    await showLanguageHint(context, preferred, path, settleOn);
  }
}

function isFirstOffer(): boolean {
  try {
    const isFirst = sessionStorage.getItem(OFFERED_KEY) === null;
    sessionStorage.setItem(OFFERED_KEY, '1');
    return isFirst;
  } catch {
    return false; // if it can't be stored, the hint would be on every page
  }
}
