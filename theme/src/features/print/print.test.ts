import { afterEach, expect, test, vi } from 'vitest';
import { startPrint } from './print';

vi.mock('../../shared/adopt-styles', () => ({ adoptStyles: () => {} }));

afterEach(() => document.body.replaceChildren());

const addresses = (): (string | null)[] =>
  [...document.querySelectorAll('h1 + p')].map((element) => element.textContent);

test('the address stands under the title while the page is printed', () => {
  document.body.append(document.createElement('h1'));
  startPrint();
  expect(addresses()).toEqual([]);
  dispatchEvent(new Event('beforeprint'));
  dispatchEvent(new Event('beforeprint')); // some browsers tell twice
  expect(addresses()).toEqual([location.href]);
  dispatchEvent(new Event('afterprint'));
  expect(addresses()).toEqual([]);
});
