import { expect, test } from 'vitest';
import { renderText, speakText } from './text';

const TEXT = {
  tokens: ['const ', 'k', 'a', 'v', ': <b>', ''],
  comment: ['Gives ', '<i>', ' & more.'],
  reference: '/api/tea.html#pour',
};
const CONTEXT = { language: 'en-US', base: '/base/', label: undefined };

const render = (text: typeof TEXT, label?: string) =>
  renderText(text, { ...CONTEXT, label }).map((element) => element.outerHTML);

test('a signature has the colours of code', () => {
  expect(render({ ...TEXT, comment: [] })).toEqual([
    '<code><span class="k">const </span><span class="v">a</span><span>: &lt;b&gt;</span></code>',
  ]);
});

test('a comment is prose with code in it, in its own language', () => {
  expect(render(TEXT)[1]).toBe('<p lang="en-US">Gives <code>&lt;i&gt;</code> &amp; more.</p>');
});

test('a name of the reference links to it, as soon as the link has a label', () => {
  expect(render(TEXT, 'Reference')[2]).toBe('<a href="/base/api/tea.html#pour">Reference</a>');
  expect(render(TEXT)).toHaveLength(2);
});

test('a text is spoken without its colours', () => {
  expect(speakText(TEXT)).toBe('const a: <b>\nGives <i> & more.');
});
