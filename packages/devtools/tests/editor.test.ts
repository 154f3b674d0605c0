import { expect, test, vi } from 'vitest';
import { readPage } from '../src/model/page-entries.ts';
import { createEditor } from '../src/panel/editor.ts';
import { stringsOf } from '../src/panel/strings.ts';
import { startRecorder, usePage } from './page.ts';

usePage();

function openEditor() {
  const [entry] = readPage();
  if (!entry) throw new Error('Nothing is stored.');
  const onEnd = vi.fn();
  const context = {
    root: document.createElement('div').attachShadow({ mode: 'open' }),
    recorder: startRecorder(),
    strings: stringsOf('en'),
    announce: () => {},
    refresh: () => {},
    reveal: () => {},
  };
  const { element } = createEditor(context, entry, onEnd);
  const input = element.querySelector('textarea') as HTMLTextAreaElement;
  const press = (key: string, options: KeyboardEventInit = {}) =>
    input.dispatchEvent(new KeyboardEvent('keydown', { key, ...options }));
  return { input, onEnd, press, save: () => press('Enter', { ctrlKey: true }) };
}

test.each([
  '12345678901234567890',
  '{"id":12345678901234567890, "a":1.50}',
  '{"2":1,"1":2}',
  '{ "a": 1 }',
  'line\r\nbreak',
  '{"a":1}',
])('saving without an edit leaves the entry as it is: %j', (text) => {
  localStorage.setItem('other', text);
  const { onEnd, save } = openEditor();
  save();
  expect(onEnd).toHaveBeenCalled();
  expect(localStorage.getItem('other')).toBe(text);
});

test('text that parsing would change is edited as it is', () => {
  localStorage.setItem('other', '{"id":12345678901234567890, "a":1.50}');
  const { input, save } = openEditor();
  expect(input.value).toBe('{"id":12345678901234567890, "a":1.50}');
  input.value = input.value.replace('1.50', '1.75');
  save();
  expect(localStorage.getItem('other')).toBe('{"id":12345678901234567890, "a":1.75}');
});

test('an edit of formatted JSON is stored without line breaks, and numbers keep their digits', () => {
  localStorage.setItem('other', '{"a":1,"b":"x y"}');
  const { input, save } = openEditor();
  expect(input.value).toBe('{\n  "a": 1,\n  "b": "x y"\n}');
  input.value = input.value.replace('1', '12345678901234567890');
  save();
  expect(localStorage.getItem('other')).toBe('{"a":12345678901234567890,"b":"x y"}');
});

test('keys of an input method neither end nor save an edit', () => {
  localStorage.setItem('other', 'x');
  const { onEnd, press } = openEditor();
  press('Escape', { isComposing: true });
  press('Enter', { ctrlKey: true, isComposing: true });
  expect(onEnd).not.toHaveBeenCalled();
  press('Escape');
  expect(onEnd).toHaveBeenCalledOnce();
});
