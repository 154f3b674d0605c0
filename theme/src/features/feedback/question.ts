import type { PageView } from '../../app/data';
import { adoptStyles } from '../../shared/adopt-styles';
import { createElement } from '../../shared/create-element';
import type { LazyStrings } from '../../shared/strings';
import styles from './feedback.lazy.css';

/** Asks whether a page was helpful, in the space above an element. There is one answer per view. */
export function showQuestion(
  end: Element,
  view: PageView,
  strings: LazyStrings,
  count: (answer: string) => void,
): void {
  const { feedback, feedbackYes, feedbackNo, feedbackThanks, feedbackReason } = strings;
  const status = createElement('p', { role: 'status' });

  /** It keeps the focus, and counts once. */
  function createButton(answer: string, textContent: string, then?: () => void): HTMLButtonElement {
    function onclick(): void {
      if (button.ariaPressed === 'false') {
        button.ariaPressed = 'true';
        status.textContent = feedbackThanks;
        count(answer);
        then?.();
      }
    }
    const properties = { type: 'button', ariaPressed: 'false', textContent, onclick } as const;
    const button = createElement('button', properties);
    return button;
  }

  const yes = createButton('yes', feedbackYes, () => {
    no.disabled = true;
  });
  const no = createButton('no', feedbackNo, () => {
    yes.disabled = true;
    status.textContent = feedbackReason;
    status.after(...createReasons(createButton, strings), createIssueLink(view, strings));
  });
  const group = { className: 'feedback', role: 'group', ariaLabel: feedback };
  const question = createElement('p', { textContent: feedback });

  adoptStyles(styles);
  end.before(createElement('div', group, question, yes, no, status));
}

const createReasons = (
  create: (answer: string, label: string) => HTMLButtonElement,
  strings: LazyStrings,
): HTMLButtonElement[] => [
  create('unclear', strings.feedbackUnclear),
  create('incorrect', strings.feedbackIncorrect),
  create('missing', strings.feedbackMissing),
  create('sample', strings.feedbackSample),
];

/** A new issue with the title and the address of the page. */
const createIssueLink = ({ page, chrome }: PageView, strings: LazyStrings): HTMLAnchorElement =>
  createElement('a', {
    href: `${chrome.repository}/issues/new?${new URLSearchParams({
      title: page.title,
      body: location.href,
    })}`,
    textContent: strings.feedbackIssue,
  });
