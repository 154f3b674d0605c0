import type { Language } from '../../../../contracts/records.gen';
import { chromeOf } from '../../app/data';
import { onArrival } from '../../router/arrivals';
import { adoptStyles } from '../../shared/adopt-styles';
import type { ExtrasContext } from '../../shared/context';
import { createElement } from '../../shared/create-element';
import { pathTo } from '../../shared/hooks/use-page-data';
import { PREFERENCES_STORED } from '../../shared/preferences';
import { readPreferences } from '../../shared/preferences/stored';
import { type LazyStrings, loadStrings } from '../../shared/strings';
import styles from './language-hint.lazy.css';

/** Offers the page in another language, in that language, until the visitor decides or leaves it. */
export async function showLanguageHint(
  context: ExtrasContext,
  language: Language,
  path: string,
  settleOn: (tag: string) => void,
): Promise<void> {
  const strings = await loadStringsOf(language, context);
  const listening = new AbortController();
  const { pathname } = location;
  const { hint, link, button } = createHint(language, strings);

  function close(): void {
    listening.abort();
    hint.remove();
  }

  /** Runs after navigations, and after a choice in the language menu. */
  function update(): void {
    if (location.pathname !== pathname || readPreferences().language !== undefined) {
      close();
    }
  }

  button.onclick = () => {
    close();
    settleOn(chromeOf(context.currentView()).locale);
  };
  link.href = pathTo(chromeOf(context.currentView()), path);
  adoptStyles(styles);
  document.body.append(hint);
  addEventListener(PREFERENCES_STORED, update, listening);
  onArrival(update, listening);
  update();
}

/** The strings of the other language, which the chrome of its home page names. */
async function loadStringsOf(
  language: Language,
  { currentView, index }: ExtrasContext,
): Promise<LazyStrings> {
  const home = pathTo(chromeOf(currentView()), language.prefix);
  const [table] = await index.loadTables(home, await index.loadBuild());
  return loadStrings(await index.loadChrome(table?.chrome ?? ''));
}

function createHint({ tag, label }: Language, strings: LazyStrings) {
  const link = createElement('a', {
    hreflang: tag,
    textContent: strings.languageHint.replace('{language}', label),
  });
  const button = createElement('button', {
    type: 'button',
    textContent: strings.languageHintDismiss,
  });
  const properties = { className: 'language-hint', lang: tag, ariaLabel: label };
  return { hint: createElement('section', properties, link, button), link, button };
}
