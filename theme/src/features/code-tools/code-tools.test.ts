import { afterEach, beforeEach, expect, test } from 'vitest';
import { toolsOf } from './code-tools';

let block: HTMLElement;

beforeEach(() => {
  block = document.createElement('div');
  document.body.append(block);
});

afterEach(() => document.body.replaceChildren());

function makeButton(className: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.className = className;
  return button;
}

const buttons = (): string[] =>
  [...block.querySelectorAll('.code-tools > button')].map(({ className }) => className);

test('a block has one row of buttons', () => {
  expect(toolsOf(block)).toBe(toolsOf(block));
});

test('an existing copy button moves into it, and keeps the focus', () => {
  const copy = makeButton('copy');
  block.append(copy);
  copy.focus();
  toolsOf(block);
  expect(buttons()).toEqual(['copy']);
  expect(document.activeElement).toBe(copy);
});
