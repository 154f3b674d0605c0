import { compileFile } from '../src/compiler/compile-vue.ts';
import { CompileError } from '../src/compiler/problem.ts';
import { type Collected, collectProgram, frameworkOf, type Load } from '../src/compiler/program.ts';
import type { LiveSample } from '../src/protocol.ts';

/** Paths of a sample and of the programs that run before it and in a second tab. */
export interface SampleFiles {
  readonly name: string;
  readonly before: string | null;
  readonly otherTab: string | null;
}

/** docsite replaces the names of the iframe and the workers with URLs. */
export function buildSample({ name, before, otherTab }: SampleFiles, load: Load): LiveSample {
  const collect = (file: string) => collectProgram(file, load, compileFile);
  const program = collect(name);
  const earlier = before === null ? [] : [collect(before)];
  const other = otherTab === null ? [] : [collect(otherTab)];
  const framework = findFramework(name, [program, ...earlier, ...other]);
  return {
    id: name,
    framework,
    frame: framework,
    before: earlier.map((visit) => visit.program),
    program: program.program,
    ...(other[0] ? { otherTab: other[0].program } : {}),
    source: load(name) ?? '',
    others: loadOthers(program, name, load),
    compiler: name.endsWith('.vue') ? 'vue' : 'plain',
    checker: /\.(tsx?|vue)$/.test(name) ? 'typescript' : '',
  };
}

function loadOthers({ program }: Collected, entry: string, load: Load): Record<string, string> {
  const names = Object.keys(program.modules).filter((name) => name !== entry);
  return Object.fromEntries(names.map((name) => [name, load(name) ?? '']));
}

function findFramework(name: string, parts: readonly Collected[]) {
  try {
    return frameworkOf(parts.flatMap(({ packages }) => [...packages]));
  } catch (error) {
    throw new CompileError(`${name}: ${(error as Error).message}`);
  }
}
