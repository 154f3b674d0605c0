import type { View } from '../../app/data';
import { onArrival } from '../../router/arrivals';
import type { ExtrasContext } from '../../shared/context';
import { loadStrings } from '../../shared/strings';
import { FEEDBACK, FEEDBACK_READY } from './event';
import { showQuestion } from './question';

/** The end of an article. Home pages have none. */
const END = '.text > .about';

/** Asks on every article whether it was helpful, if answers are counted. */
export function startFeedback({ currentView }: ExtrasContext): void {
  let asked: View | undefined;

  async function ask(): Promise<void> {
    const view = currentView();
    if (view === asked) {
      return; // another heading of the same page is an arrival too
    }
    findQuestion()?.remove();
    asked = undefined; // going back to an article shows the same view again
    if (view.kind === 'page' && document.querySelector(END) && count()) {
      asked = view;
      const strings = await loadStrings(view.chrome);
      const end = document.querySelector(END);
      if (view === currentView() && end && !findQuestion()) {
        showQuestion(end, view, strings, count);
      }
    }
  }

  function tryToAsk(): void {
    ask().catch(() => {
      asked = undefined; // without strings there is no question; the next page retries
    });
  }

  onArrival(tryToAsk);
  addEventListener(FEEDBACK_READY, tryToAsk);
  tryToAsk();
}

const findQuestion = (): Element | null => document.querySelector('.feedback');

/** Returns whether an answer was counted, or, without one, whether answers are counted. */
const count = (detail?: string): boolean =>
  !dispatchEvent(new CustomEvent(FEEDBACK, { detail, cancelable: true }));
