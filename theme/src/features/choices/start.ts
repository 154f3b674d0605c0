import type { ContentSelector } from '../../../../contracts/markup.gen';
import { onArrival } from '../../router/arrivals';
import { store } from '../../shared/preferences';
import { PREFERENCES_KEY } from '../../shared/preferences/key';
import { readPreferences } from '../../shared/preferences/stored';
import { rememberPlace } from './place';
import { choiceOf, optionInQuery, type Tab } from './restore';

type Choices = Readonly<Record<string, unknown>>;

/** Keeps tabs of the same choice in sync, on this page and on all others. */
export function startChoices(): void {
  const sync = new ChoiceSync();
  for (const tab of findChosen()) {
    sync.choose(tab);
  }
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === 'radio') {
      sync.choose(target);
    }
  });
  addEventListener('storage', ({ key }) => {
    if (key === PREFERENCES_KEY || key === null) {
      sync.update();
    }
  });
  onArrival(() => sync.restore());
  addEventListener('pageshow', ({ persisted }) => persisted && sync.update());
}

/** The stored choices. They are also in the address, for sharing it. */
class ChoiceSync {
  #own = readChoices();

  choose(tab: HTMLInputElement): void {
    const choice = choiceOf(tab.name);
    if (!choice) {
      return; // an independent group
    }
    this.#own = { ...this.#own, [choice]: tab.value };
    const { top } = tab.getBoundingClientRect();
    show(choice, tab.value);
    // Groups above it may have changed their height.
    scrollBy({ top: tab.getBoundingClientRect().top - top, behavior: 'instant' });
    writeAddress(choice, tab.value);
    store('choice', ({ choices }) =>
      // Another script may have stored something else.
      choices.set((stored) => ({ ...(typeof stored === 'object' && stored), [choice]: tab.value })),
    );
  }

  /** Shows the choices after a navigation, when the last one may not be stored yet. */
  restore(): void {
    for (const [choice, option] of Object.entries(this.#own)) {
      if (!isGiven(choice, this.#own)) {
        show(choice, option);
      }
    }
  }

  /** Shows choices made in another tab of the browser. */
  update(): void {
    const before = this.#own;
    this.#own = readChoices();
    const putBack = rememberPlace();
    for (const [choice, option] of Object.entries(this.#own)) {
      if (option !== before[choice] && typeof option === 'string' && !isGiven(choice, before)) {
        show(choice, option);
        if (optionInQuery(choice) !== null) {
          writeAddress(choice, option);
        }
      }
    }
    putBack();
  }
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

/** Whether the address selects an option other than the stored one. */
function isGiven(choice: string, own: Choices): boolean {
  const option = optionInQuery(choice);
  return option !== own[choice] && findTabs(choice).some(({ value }) => value === option);
}

function writeAddress(choice: string, option: string): void {
  // It would cancel a navigation in progress.
  if (!window.navigation?.transition) {
    const address = new URL(location.href);
    address.searchParams.set(choice, option);
    history.replaceState(history.state, '', address);
  }
}

/** Tabs that were chosen before this script ran, one per choice. */
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
