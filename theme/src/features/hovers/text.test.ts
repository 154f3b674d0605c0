import { expect, test } from 'vitest';
import { renderText, speakText } from './text';

const TEXT = {
  tokens: ['const ', 'k', 'a', 'v', ': <b>', ''],
  comment: ['Gives ', '<i>', ' & more.'],
};

const render = (text: typeof TEXT) => renderText(text, 'en-US').map((element) => element.outerHTML);

test('a signature has the colours of code', () => {
  expect(render({ ...TEXT, comment: [] })).toEqual([
    '<code><span class="k">const </span><span class="v">a</span><span>: &lt;b&gt;</span></code>',
  ]);
});

test('a comment is prose with code in it, in its own language', () => {
  expect(render(TEXT)[1]).toBe('<p lang="en-US">Gives <code>&lt;i&gt;</code> &amp; more.</p>');
});

test('a text is spoken without its colours', () => {
  expect(speakText(TEXT)).toBe('const a: <b>\nGives <i> & more.');
});
