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

function insert(html: string): void {
  document.body.insertAdjacentHTML('beforeend', html);
}

async function shown(): Promise<string[]> {
  await null;
  return [...document.querySelectorAll<HTMLInputElement>(':checked')].map(({ value }) => value);
}

const store = (value: unknown): void =>
  localStorage.setItem(PREFERENCES_KEY, JSON.stringify({ choices: value }));

test('without a stored choice, the first option is selected', async () => {
  insert(KETTLE);
  expect(await shown()).toEqual(['gas']);
});

test('inserted groups show the stored choice before the next paint', async () => {
  store({ stove: 'wood' });
  insert(KETTLE + group('stove:2', 'gas', 'wood') + group('cup:3', 'wood', 'clay'));
  expect(await shown()).toEqual(['wood', 'wood', 'wood']);
});

test('a valid choice in the URL takes precedence over the stored one', async () => {
  store({ stove: 'wood' });
  history.replaceState(null, '', '/?stove=induction');
  insert(KETTLE);
  expect(await shown()).toEqual(['induction']);
  document.body.replaceChildren();
  history.replaceState(null, '', '/?stove=sun');
  insert(KETTLE);
  expect(await shown()).toEqual(['wood']);
});

test('a group may be inserted in several steps', async () => {
  store({ stove: 'wood' });
  history.replaceState(null, '', '/?stove=gas');
  insert(group('stove:1', 'gas', 'induction'));
  expect(await shown()).toEqual(['gas']);
  insert('<input type="radio" name="stove:1" value="wood">');
  expect(await shown()).toEqual(['gas']);
});

test('a later choice of the user is not overwritten', async () => {
  store({ stove: 'wood' });
  insert(KETTLE);
  await shown();
  (document.querySelector('[value="gas"]') as HTMLInputElement).checked = true;
  insert('<p>More</p>');
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
])('an invalid stored value selects the first option: %j', async (value) => {
  store(value);
  insert(`${KETTLE}${group('constructor:4', 'gas')}<input>`);
  expect(await shown()).toEqual(['gas', 'gas']);
});
