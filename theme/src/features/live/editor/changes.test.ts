import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { expect, test } from 'vitest';
import { markChanges } from './changes';

function marked(view: EditorView): string[] {
  return [...view.dom.querySelectorAll('.changed')].map(({ textContent }) => textContent ?? '');
}

test('lines that differ from the sample are marked, also while typing', () => {
  const sample = 'let a = 1;\nlet b = 2;\nlet c = 3;';
  const extensions = markChanges(sample);
  const view = new EditorView({ state: EditorState.create({ doc: sample, extensions }) });
  expect(marked(view)).toEqual([]);
  view.dispatch({
    changes: { from: sample.indexOf('2'), to: sample.indexOf('2') + 1, insert: '5' },
  });
  expect(marked(view)).toEqual(['let b = 5;']);
  view.dispatch({ changes: { from: 0, insert: '// new\n' } });
  expect(marked(view)).toEqual(['// new', 'let b = 5;']);
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: sample } });
  expect(marked(view)).toEqual([]);
  view.destroy();
});
