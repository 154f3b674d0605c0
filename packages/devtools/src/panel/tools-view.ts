import { element } from '../inspector/element.ts';
import { fill } from '../inspector/strings.ts';
import type { Fault } from '../model/faults.ts';
import { readPage } from '../model/page-entries.ts';
import { exportEntries, importEntries, parseExport } from '../model/transfer.ts';
import { createButton, type PanelContext, type View } from './context.ts';

const REVOKE_DELAY_MS = 60_000;

const FAULTS: readonly Fault[] = ['none', 'full', 'blocked'];

/** Simulated problems, export and import. */
export function createToolsView(context: PanelContext): View {
  const { strings } = context;
  const choices = FAULTS.map((fault) => renderChoice(context, fault));
  const simulation = element(
    'fieldset',
    {},
    element('legend', {}, strings.simulate),
    ...choices.map(({ label }) => label),
    element('p', { class: 'hint' }, strings.corruptHint),
  );
  return {
    element: element('div', { class: 'tools' }, simulation, renderTransfer(context)),
    update() {
      for (const { input } of choices) input.checked = input.value === context.recorder.getFault();
    },
  };
}

function renderChoice(
  { recorder, strings }: PanelContext,
  fault: Fault,
): { readonly label: HTMLElement; readonly input: HTMLInputElement } {
  const input = element('input', { type: 'radio', name: 'fault', value: fault });
  input.addEventListener('change', () => recorder.simulate(fault));
  const hint = element('span', { class: 'hint' }, strings.faultHints[fault]);
  const text = element('span', {}, element('span', {}, strings.faults[fault]), hint);
  return { label: element('label', { class: 'choice' }, input, text), input };
}

function renderTransfer(context: PanelContext): HTMLElement {
  const { strings } = context;
  const input = element('input', {
    type: 'file',
    accept: '.json,application/json',
    hidden: '',
    'aria-label': strings.import,
  });
  input.addEventListener('change', () => void importFile(context, input));
  return element(
    'fieldset',
    {},
    element('legend', {}, strings.transfer),
    element('p', { class: 'hint' }, strings.transferHint),
    element(
      'div',
      { class: 'actions' },
      createButton(context, strings.export, exportFile),
      createButton(context, strings.import, () => input.click()),
      input,
    ),
    element('p', { class: 'hint' }, strings.importHint),
  );
}

function exportFile(): void {
  const file = new Blob([exportEntries(readPage())], { type: 'application/json' });
  const href = URL.createObjectURL(file);
  element('a', { href, download: `storage-${location.hostname}.json` }).click();
  // WebKit reads the file after this task.
  setTimeout(() => URL.revokeObjectURL(href), REVOKE_DELAY_MS);
}

async function importFile(context: PanelContext, input: HTMLInputElement): Promise<void> {
  const { recorder, strings } = context;
  const [file] = input.files ?? [];
  // Rejects if the file was deleted or can't be read.
  const content = await file?.text().catch(() => undefined);
  const texts = content === undefined ? undefined : parseExport(content);
  // So that the same file can be chosen again.
  input.value = '';
  if (!texts) return context.announce(strings.notAnExport);
  const failed = recorder.runAs('devtools', () => importEntries(texts));
  context.refresh();
  const message = failed ? strings.importFailed : strings.imported;
  context.announce(fill(message, { count: `${failed || texts.length}` }));
}
