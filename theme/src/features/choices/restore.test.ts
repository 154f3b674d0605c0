import { afterEach, beforeAll, expect, test } from 'vitest';
import { PREFERENCES_KEY } from '../../shared/preferences/key';
import { restoreChoices } from './restore';

const group = (name: string, ...options: string[]): string =>
  options
    .map(
      (option, i) => `<input type="radio" name="${name}" value="${option}" ${i ? '' : 'checked'}>`,
    )
    .join('');
const KETTLE = group('stove:1', 'gas', 'induction', 'wood');

beforeAll(restoreChoices);

afterEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/');
  document.body.replaceChildren();
});

function put(html: string): void {
  document.body.insertAdjacentHTML('beforeend', html);
}

async function shown(): Promise<string[]> {
  await null;
  return [...document.querySelectorAll<HTMLInputElement>(':checked')].map(({ value }) => value);
}

const store = (value: unknown): void =>
  localStorage.setItem(PREFERENCES_KEY, JSON.stringify({ choices: value }));

test('without a choice the first is shown', async () => {
  put(KETTLE);
  expect(await shown()).toEqual(['gas']);
});

test('what is put in shows what was chosen, before anything can be painted', async () => {
  store({ stove: 'wood' });
  put(KETTLE + group('stove:2', 'gas', 'wood') + group('cup:3', 'wood', 'clay'));
  expect(await shown()).toEqual(['wood', 'wood', 'wood']);
});

test('the address goes before what was chosen, if it means anything', async () => {
  store({ stove: 'wood' });
  history.replaceState(null, '', '/?stove=induction');
  put(KETTLE);
  expect(await shown()).toEqual(['induction']);
  document.body.replaceChildren();
  history.replaceState(null, '', '/?stove=sun');
  put(KETTLE);
  expect(await shown()).toEqual(['wood']);
});

test('a group may come in pieces', async () => {
  store({ stove: 'wood' });
  history.replaceState(null, '', '/?stove=gas');
  put(group('stove:1', 'gas', 'induction'));
  expect(await shown()).toEqual(['gas']);
  put('<input type="radio" name="stove:1" value="wood">');
  expect(await shown()).toEqual(['gas']);
});

test('what the reader has changed since stays', async () => {
  store({ stove: 'wood' });
  put(KETTLE);
  await shown();
  (document.querySelector('[value="gas"]') as HTMLInputElement).checked = true;
  put('<p>More</p>');
  expect(await shown()).toEqual(['gas']);
});

test.for<unknown>([
  null,
  1,
  'wood',
  ['wood'],
  { stove: 2 },
  { stove: ['wood'] },
  { constructor: 'wood' },
])('nonsense shows the first: %j', async (value) => {
  store(value);
  put(`${KETTLE}${group('constructor:4', 'gas')}<input>`);
  expect(await shown()).toEqual(['gas', 'gas']);
});
