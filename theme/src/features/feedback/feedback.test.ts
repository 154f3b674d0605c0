import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PageView, View } from '../../app/data';
import type { ExtrasContext } from '../../shared/context';
import { startFakeServer } from '../../testing/fake-server';
import { sampleChrome, samplePage } from '../../testing/samples';
import strings from '../strings/en.json';
import { FEEDBACK, FEEDBACK_READY } from './event';
import { startFeedback } from './feedback';

// jsdom has no constructable stylesheets.
vi.mock('../../shared/adopt-styles', () => ({ adoptStyles: () => {} }));

const contract = parse(readFileSync('contracts/analytics-site.toml', 'utf8')) as unknown as {
  feedback: { answers: string[]; reasons: string[] };
};
const REASONS = [
  strings.feedbackUnclear,
  strings.feedbackIncorrect,
  strings.feedbackMissing,
  strings.feedbackSample,
];

let view: View;
let navigation: EventTarget;
let listening: AbortController;
let answers: string[];

/** Counts answers from now on, as the analytics script does. */
function listenForAnswers(): void {
  const onFeedback = (event: Event): void => {
    event.preventDefault();
    const { detail } = event as CustomEvent<string | null>;
    detail && answers.push(detail);
  };
  addEventListener(FEEDBACK, onFeedback, { signal: listening.signal });
}

const createView = (lazyStrings = '66666666'): PageView => ({
  kind: 'page',
  page: samplePage({ title: 'Start & more' }),
  chrome: sampleChrome({ lazyStrings }),
});

beforeEach(() => {
  view = createView();
  answers = [];
  listening = new AbortController();
  navigation = new EventTarget();
  vi.stubGlobal('navigation', navigation);
  vi.stubGlobal('NavigationPrecommitController', class {});
  document.body.innerHTML = '<main class="text"><div class="about"></div></main>';
  startFakeServer().putJson('/base/assets/strings/66666666.json', strings);
});

afterEach(() => {
  listening.abort();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

async function start(): Promise<void> {
  startFeedback({ currentView: () => view } as ExtrasContext);
  await settle();
}

async function arrive(): Promise<void> {
  navigation.dispatchEvent(new Event('navigatesuccess'));
  await settle();
}

const questions = (): Element[] => [...document.querySelectorAll('.feedback')];
const labels = (): string[] =>
  [...document.querySelectorAll('.feedback button')].map(({ textContent }) => textContent);
const status = (): string | undefined =>
  document.querySelector('.feedback > [role=status], .feedback > p:nth-of-type(2)')?.textContent;

function press(label: string): HTMLButtonElement {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('.feedback button')];
  const found = buttons.find(({ textContent }) => textContent === label);
  if (!found) {
    throw new Error(`There is no button "${label}".`);
  }
  found.click();
  return found;
}

test('the question is directly above the end of the text, and has two answers', async () => {
  listenForAnswers();
  await start();
  expect(questions()).toHaveLength(1);
  expect(document.querySelector('.feedback + .about')).not.toBeNull();
  expect(labels()).toEqual([strings.feedbackYes, strings.feedbackNo]);
  expect(answers).toEqual([]);
});

test('going back to an article from a page without the question asks again', async () => {
  listenForAnswers();
  await start();
  const article = view;
  const content = document.body.innerHTML;
  view = createView();
  document.body.innerHTML = '<main></main>';
  await arrive();
  expect(questions()).toHaveLength(0);
  view = article;
  document.body.innerHTML = content.replace(/<(\w+) class="feedback".*<\/\1>(?=<div)/, '');
  await arrive();
  expect(questions()).toHaveLength(1);
});

test('a "yes" is counted once, thanks the visitor, and rules out a "no"', async () => {
  listenForAnswers();
  await start();
  press(strings.feedbackYes);
  press(strings.feedbackYes);
  press(strings.feedbackNo);
  expect(answers).toEqual(['yes']);
  expect(status()).toBe(strings.feedbackThanks);
  expect(labels()).toHaveLength(2);
});

test('a "no" offers reasons, each counted once, and an issue about the page', async () => {
  listenForAnswers();
  await start();
  press(strings.feedbackNo);
  expect(status()).toBe(strings.feedbackReason);
  expect(labels().slice(2)).toEqual(REASONS);
  for (const reason of [...REASONS, ...REASONS]) {
    press(reason);
  }
  press(strings.feedbackYes);
  press(strings.feedbackNo);
  expect(answers).toEqual(['no', ...contract.feedback.reasons]);
  expect(contract.feedback.answers).toEqual(['yes', 'no']);
  expect(status()).toBe(strings.feedbackThanks);
  const link = document.querySelector<HTMLAnchorElement>('.feedback a');
  const address = new URL(link?.href ?? '');
  expect(address.origin + address.pathname).toBe('https://code.example/site/issues/new');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    title: 'Start & more',
    body: location.href,
  });
});

test('nothing is asked until answers are counted', async () => {
  await start();
  expect(questions()).toEqual([]);
  listenForAnswers();
  dispatchEvent(new Event(FEEDBACK_READY));
  await settle();
  expect(questions()).toHaveLength(1);
});

test('another page asks again, another heading of the same page does not', async () => {
  listenForAnswers();
  await start();
  const [first] = questions();
  press(strings.feedbackYes);
  await arrive();
  expect(questions()).toEqual([first]);
  view = createView();
  await arrive();
  expect(questions()).toHaveLength(1);
  expect(questions()).not.toEqual([first]);
  press(strings.feedbackYes);
  expect(answers).toEqual(['yes', 'yes']);
});

test('visitors who leave while strings load are asked on the last page only', async () => {
  listenForAnswers();
  const first = view;
  startFeedback({ currentView: () => view } as ExtrasContext);
  for (const next of [createView(), first]) {
    view = next;
    navigation.dispatchEvent(new Event('navigatesuccess'));
  }
  await settle();
  expect(questions()).toHaveLength(1);
});

test('pages that are not articles do not ask', async () => {
  listenForAnswers();
  await start();
  document.querySelector('main')?.classList.remove('text');
  view = createView();
  await arrive();
  expect(questions()).toEqual([]);
});

test('if the strings fail to load, the next arrival retries', async () => {
  listenForAnswers();
  view = createView('77777777');
  await start();
  expect(questions()).toEqual([]);
  startFakeServer().putJson('/base/assets/strings/77777777.json', strings);
  await arrive();
  expect(questions()).toHaveLength(1);
});
