import { fill } from '@tuffet/devtools/inspector';
import { createElement } from '../../../shared/create-element';
import type { LazyStrings } from '../../../shared/strings';
import type { TypeProblem } from '../checker-client';

/** The line below the code with the result of the last check. */
export interface TypeStatus {
  readonly element: HTMLElement;
  /** Shows how many errors there are and the first one, or that types aren't checked. */
  show(errors: readonly TypeProblem[] | undefined): void;
}

export function createTypeStatus(strings: LazyStrings): TypeStatus {
  const element = createElement('p', {
    className: 'live-types',
    role: 'status',
    textContent: strings.editorTypesLoading,
  });
  return {
    element,
    show(errors) {
      element.dataset.outcome = errors ? (errors.length ? 'bad' : 'done') : 'off';
      const text = errors ? describe(errors, strings) : strings.editorTypesOff;
      // A live region reads out every change, also to the same text.
      if (element.textContent !== text) {
        element.textContent = text;
      }
    },
  };
}

function describe(errors: readonly TypeProblem[], strings: LazyStrings): string {
  const [first] = errors;
  if (!first) {
    return strings.editorTypesOk;
  }
  const { editorTypesOne, editorTypesMany, editorTypesFirst } = strings;
  const count = fill(errors.length > 1 ? editorTypesMany : editorTypesOne, {
    count: String(errors.length),
  });
  const place = fill(editorTypesFirst, { line: String(first.line), message: first.message });
  return `${count} · ${place}`;
}
