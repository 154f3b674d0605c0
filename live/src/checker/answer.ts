import ts from 'typescript';
import { Files, SAMPLES, type Types } from './files.ts';
import {
  type CheckRequest,
  type CheckResponse,
  type Completion,
  type Description,
  MAX_COMPLETIONS,
  type TypeProblem,
} from './messages.ts';
import { createService, type Service } from './service.ts';

/** TypeScript adds a prefix and an import to the signature of an imported name. */
const ALIAS = /^\(alias\) ([\s\S]*)\nimport [\w$]+$/;

const WORD_BEFORE = /[\w$]*$/;

/** Returns a function that answers requests. */
export function createChecker({ files: types, options }: Types) {
  const files = new Files(types);
  const service = createService(files, options);
  return ({ id, name, files: sample, position = 0, wants }: CheckRequest): CheckResponse => {
    const file = SAMPLES + name;
    files.update(sample);
    service.open(file);
    const text = sample[name] ?? '';
    switch (wants) {
      case 'errors':
        return { id, errors: findErrors(service, file, text) };
      case 'completions':
        return { id, completions: findCompletions(service, file, text, position) };
      case 'description': {
        const description = describe(service, file, position);
        return { id, ...(description ? { description } : {}) };
      }
    }
  };
}

function findErrors(service: Service, file: string, text: string): TypeProblem[] {
  const found = [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)];
  return found
    .filter(({ category }) => category === ts.DiagnosticCategory.Error)
    .toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0))
    .map(({ start = 0, length = 0, code, messageText }) => ({
      from: start,
      to: start + length,
      line: text.slice(0, start).split('\n').length,
      message: `TS${code}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    }));
}

function findCompletions(
  service: Service,
  file: string,
  text: string,
  position: number,
): Completion[] {
  const word = WORD_BEFORE.exec(text.slice(0, position))?.[0].toLowerCase() ?? '';
  const found = service.getCompletionsAtPosition(file, position, {})?.entries ?? [];
  return found
    .filter(({ name }) => name.toLowerCase().startsWith(word))
    .toSorted((a, b) => (a.sortText < b.sortText ? -1 : Number(a.sortText > b.sortText)))
    .slice(0, MAX_COMPLETIONS)
    .map(({ name, kind }) => ({ label: name, kind }));
}

function describe(service: Service, file: string, position: number): Description | undefined {
  const info = service.getQuickInfoAtPosition(file, position);
  if (!info) return undefined;
  const { textSpan, displayParts, documentation } = info;
  const [comment = ''] = ts
    .displayPartsToString(documentation)
    .trim()
    .split(/\n\s*\n/);
  return {
    from: textSpan.start,
    to: textSpan.start + textSpan.length,
    signature: ts.displayPartsToString(displayParts).replace(ALIAS, '$1'),
    comment: comment.replace(/\s+/g, ' '),
  };
}
