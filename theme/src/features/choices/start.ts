import type { ContentSelector } from '../../../../contracts/markup.gen';
import { onArrival } from '../../router/arrivals';
import { storeChoice } from '../../shared/preferences/choices';
import { PREFERENCES_KEY } from '../../shared/preferences/key';
import { readPreferences } from '../../shared/preferences/stored';
import { rememberPlace } from './place';
import { askedFor, choiceOf, type Tab } from './restore';

type Choices = Readonly<Record<string, unknown>>;

/**
 * Tabs of one choice go together, on this page and on all others. What the reader has chosen is kept,
 * and stands in the address for those who get it.
 */
export function startChoices(): void {
  let own = readChoices();

  function choose(tab: HTMLInputElement): void {
    const choice = choiceOf(tab.name);
    if (!choice) {
      return; // a group on its own
    }
    own = { ...own, [choice]: tab.value };
    const { top } = tab.getBoundingClientRect();
    show(choice, tab.value);
    // Other groups may have grown or shrunk above it.
    scrollBy({ top: tab.getBoundingClientRect().top - top, behavior: 'instant' });
    writeAddress(choice, tab.value);
    storeChoice(choice, tab.value).catch((error) => {
      // This page is right; only the next one will not know.
      console.warn('The choice couldn’t be saved.', error);
    });
  }

  /** The page may be the same at another address, or another one and the last choice not yet kept. */
  function showOwn(): void {
    for (const [choice, option] of Object.entries(own)) {
      if (!isGiven(choice, own)) {
        show(choice, option);
      }
    }
  }

  /** Another tab of the browser may have chosen. */
  function follow(): void {
    const before = own;
    own = readChoices();
    const putBack = rememberPlace();
    for (const [choice, option] of Object.entries(own)) {
      if (option !== before[choice] && typeof option === 'string' && !isGiven(choice, before)) {
        show(choice, option);
        if (askedFor(choice) !== null) {
          writeAddress(choice, option);
        }
      }
    }
    putBack();
  }

  for (const tab of findChosen()) {
    choose(tab);
  }
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === 'radio') {
      choose(target);
    }
  });
  addEventListener('storage', ({ key }) => {
    if (key === PREFERENCES_KEY || key === null) {
      follow();
    }
  });
  onArrival(showOwn);
  addEventListener('pageshow', ({ persisted }) => persisted && follow());
}

const readChoices = (): Choices => Object(readPreferences().choices);

const findTabs = (choice: string): HTMLInputElement[] =>
  [
    ...document.querySelectorAll<HTMLInputElement>(
      '.code-group > label > input' satisfies ContentSelector,
    ),
  ].filter((tab) => choiceOf(tab.name) === choice);

function show(choice: string, option: unknown): void {
  for (const tab of findTabs(choice)) {
    tab.checked ||= tab.value === option;
  }
}

/** Whether the address shows something that the reader has not chosen. */
function isGiven(choice: string, own: Choices): boolean {
  const asked = askedFor(choice);
  return asked !== own[choice] && findTabs(choice).some(({ value }) => value === asked);
}

function writeAddress(choice: string, option: string): void {
  // It would stop a navigation that is on its way.
  if (!window.navigation?.transition) {
    const address = new URL(location.href);
    address.searchParams.set(choice, option);
    history.replaceState(history.state, '', address);
  }
}

/** Tabs that the reader chose before this script was there; of each choice one. */
function findChosen(): Tab[] {
  const chosen = new Map<string, Tab>();
  for (const tab of document.querySelectorAll<Tab>(
    '.code-group :checked' satisfies ContentSelector,
  )) {
    const choice = choiceOf(tab.name);
    // The one that was chosen last has the focus.
    if (tab.given === false && (!chosen.has(choice) || tab === document.activeElement)) {
      chosen.set(choice, tab);
    }
  }
  return [...chosen.values()];
}
