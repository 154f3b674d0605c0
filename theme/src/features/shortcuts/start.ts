import { chromeOf } from '../../app/data';
import { adoptStyles } from '../../shared/adopt-styles';
import type { ExtrasContext } from '../../shared/context';
import { commandKey } from '../../shared/platform';
import { areSingleKeysOn } from '../../shared/preferences/single-keys';
import { isForInputMethod } from '../search/dialog/composition';
import appleKeys from './apple-keys.lazy.css';
import { openShortcuts } from './open';

/** Elements that accept text input, so not radio buttons and checkboxes. */
const TYPING =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]';

/** `/` opens the search, `?` the list of keys. Ctrl-K is watched from the start: see search/open. */
export function startShortcuts({ currentView, firstInput }: ExtrasContext): void {
  const actions = new Map<string, () => unknown>([
    ['/', () => document.querySelector<HTMLElement>('.search-button')?.click()],
    ['?', () => openShortcuts(chromeOf(currentView()))],
  ]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const action = actions.get(event.key);
    if (action && isForPage(event) && areSingleKeysOn()) {
      event.preventDefault();
      action();
    }
  };
  addEventListener('keydown', onKeyDown);
  if (commandKey() === '⌘') {
    adoptStyles(appleKeys);
  }
  if (firstInput instanceof KeyboardEvent) {
    onKeyDown(firstInput);
  }
}

/** Whether a key was pressed alone, and not while typing. */
const isForPage = (event: KeyboardEvent): boolean =>
  !(event.ctrlKey || event.metaKey || event.altKey) &&
  !event.defaultPrevented &&
  !isForInputMethod(event) &&
  !document.querySelector('dialog[open]') &&
  !isTyping(event);

/** Also detects the editor in its shadow root. The path is empty after the dispatch of an event. */
function isTyping(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0] ?? event.target;
  return target instanceof Element && target.closest(TYPING) !== null;
}
