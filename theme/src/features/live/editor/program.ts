import { fill } from '@tuffet/devtools/inspector';
import type { Program } from '@tuffet-live/frame/protocol';
import { isRelative, joinPath, resolveModule } from '@tuffet-live/frame/resolve';
import type { LazyStrings } from '../../../shared/strings';
import { CodeProblem, type Compiled, type Compiler } from './compiler-client';

/** The program of a sample with another entry file. Rejects with a `CodeProblem`. */
export async function compileProgram(
  compiler: Pick<Compiler, 'compile'>,
  program: Program,
  source: string,
  strings: LazyStrings,
  locale: string,
): Promise<Program> {
  const { entry, modules } = program;
  const compiled = await compiler.compile(entry, source);
  const missing = findMissing(program, compiled);
  if (missing !== undefined) {
    const names = new Intl.ListFormat(locale).format(listFiles(program));
    const message = fill(names ? strings.editorFiles : strings.editorNoFile, {
      name: missing,
      names,
    });
    throw new CodeProblem({ message, ...lineOf(missing, source) });
  }
  return { entry, modules: { ...modules, [entry]: compiled.module } };
}

/** An imported file that isn't part of the sample. */
function findMissing({ entry, modules }: Program, { imports }: Compiled): string | undefined {
  const has = (name: string): boolean => Object.hasOwn(modules, name);
  return imports.find((name) => isRelative(name) && !resolveModule(has, entry, name));
}

/** The other files, as one would import them. */
const listFiles = ({ entry, modules }: Program): string[] =>
  Object.keys(modules)
    .filter((name) => name !== entry)
    .map((name) => relativeTo(entry, name));

/** How a file in the folder of another, below it or above it is named from there. */
function relativeTo(from: string, name: string): string {
  const path = name.replace(/\.[jt]sx?$/, '');
  for (let up = './'; up.length < from.length; up = up === './' ? '../' : `../${up}`) {
    const folder = joinPath(from, up);
    if (folder === '' || path.startsWith(`${folder}/`)) {
      return up + path.slice(folder === '' ? 0 : folder.length + 1);
    }
  }
  return path;
}

/** The line of a quoted name, which is nearly always its import. */
function lineOf(name: string, source: string): { line?: number } {
  const lines = source.split('\n');
  const index = lines.findIndex((line) => line.includes(`'${name}'`) || line.includes(`"${name}"`));
  return index < 0 ? {} : { line: index + 1 };
}
