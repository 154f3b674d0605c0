import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  type Completion as Option,
} from '@codemirror/autocomplete';
import { type Diagnostic, linter, nextDiagnostic } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { type EditorView, hoverTooltip, keymap, type Tooltip } from '@codemirror/view';
import { MAX_COMPLETIONS } from '@tuffet-live/frame/checker-messages';
import { createElement } from '../../../shared/create-element';
import type { Checker, Completion, Description, TypeProblem } from '../checker-client';

/** The delay after the last key. Without it, incomplete words would be errors. */
const CHECK_DELAY_MS = 300;

/** The text before the cursor that completions continue: a name, a property, or a string. */
const BEFORE_COMPLETION = /[\w$]+$|[.'"]$/;
const NAME = /[\w$]*$/;
const IS_NAME = /^[\w$]*$/;

/** Shows errors, completions, and descriptions on hover. */
export function showTypes(
  checker: Checker,
  onErrors: (errors: readonly TypeProblem[] | undefined) => void,
): Extension {
  const check = async ({ state }: EditorView): Promise<Diagnostic[]> => {
    const errors = await checker.findErrors(state.doc.toString()).catch(() => undefined);
    onErrors(errors);
    const end = state.doc.length;
    return (errors ?? []).map(({ from, to, message }) => ({
      ...{ from: Math.min(from, end), to: Math.min(to, end) },
      severity: 'error',
      message,
    }));
  };
  return [
    linter(check, { delay: CHECK_DELAY_MS }),
    keymap.of([{ key: 'F8', run: nextDiagnostic }]),
    autocompletion({ override: [(context) => complete(checker, context)], icons: false }),
    hoverTooltip((view, position) => describe(checker, view, position)),
  ];
}

export async function complete(
  checker: Checker,
  context: CompletionContext,
): Promise<CompletionResult | null> {
  const before = context.matchBefore(BEFORE_COMPLETION)?.text ?? '';
  if (!context.explicit && !before) {
    return null;
  }
  const { pos, state } = context;
  const word = context.matchBefore(NAME)?.text ?? '';
  const found = await checker.complete(state.doc.toString(), pos).catch(() => []);
  // After a quote, only strings: it may be the one that ends a string.
  const options = /['"]$/.test(before) ? found.filter(({ kind }) => kind === 'string') : found;
  // Enter after a complete word starts a new line.
  const isComplete = options.some(({ label }) => label === word);
  return options.length === 0 || (isComplete && !context.explicit)
    ? null
    : {
        from: pos - word.length,
        options: options.map(toOption),
        // While the same word is typed, the rest of a list is known without another request.
        validFor: (text) =>
          found.length < MAX_COMPLETIONS &&
          text.startsWith(word) &&
          IS_NAME.test(text) &&
          !options.some(({ label }) => label === text),
      };
}

const toOption = ({ label, kind }: Completion): Option => ({ label, detail: kind });

async function describe(
  checker: Checker,
  { state }: EditorView,
  position: number,
): Promise<Tooltip | null> {
  const found = await checker.describe(state.doc.toString(), position).catch(() => undefined);
  return found
    ? { pos: found.from, end: found.to, above: true, create: () => ({ dom: render(found) }) }
    : null;
}

const render = ({ signature, comment }: Description): HTMLElement =>
  createElement(
    'div',
    { className: 'description' },
    createElement('code', { textContent: signature }),
    ...(comment ? [createElement('span', { textContent: comment })] : []),
  );
