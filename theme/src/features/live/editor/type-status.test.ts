import { expect, test } from 'vitest';
import strings from '../strings/en.json';
import { createTypeStatus } from './type-status';

const error = { from: 0, to: 1, line: 3, message: "TS2322: Type 'x'" };

test.for([
  { errors: undefined, outcome: 'off', text: 'Type checking is unavailable.' },
  { errors: [], outcome: 'done', text: 'No type errors' },
  { errors: [error], outcome: 'bad', text: "1 type error · Line 3: TS2322: Type 'x'" },
  {
    errors: [error, { ...error, line: 9 }],
    outcome: 'bad',
    text: "2 type errors · Line 3: TS2322: Type 'x'",
  },
])('the status line shows: $text', ({ errors, outcome, text }) => {
  const { element, show } = createTypeStatus(strings as never);
  expect(element.textContent).toBe('Loading the type checker…');
  show(errors);
  expect([element.dataset.outcome, element.textContent]).toEqual([outcome, text]);
});

test('the same result is not announced again', () => {
  const { element, show } = createTypeStatus(strings as never);
  show([error]);
  const text = element.firstChild;
  show([{ ...error, from: 7 }]);
  expect(element.firstChild).toBe(text);
});
