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

test('a signature is highlighted', () => {
  expect(render({ ...TEXT, comment: [] })).toEqual([
    '<code><span class="k">const </span><span class="v">a</span><span>: &lt;b&gt;</span></code>',
  ]);
});

test('a comment is prose with inline code and a language', () => {
  expect(render(TEXT)[1]).toBe('<p lang="en-US">Gives <code>&lt;i&gt;</code> &amp; more.</p>');
});

test('a name links to the reference once the label of the link is loaded', () => {
  expect(render(TEXT, 'Reference')[2]).toBe('<a href="/base/api/tea.html#pour">Reference</a>');
  expect(render(TEXT)).toHaveLength(2);
});

test('the spoken text has no markup', () => {
  expect(speakText(TEXT)).toBe('const a: <b>\nGives <i> & more.');
});
