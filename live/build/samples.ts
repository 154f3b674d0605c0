/** Samples as what Run fetches. */

import { compileFile } from '../src/compiler/compile-vue.ts';
import { CompileError } from '../src/compiler/problem.ts';
import { type Collected, collectProgram, frameworkOf, type Load } from '../src/compiler/program.ts';
import type { LiveSample } from '../src/protocol.ts';

/** A sample and the files that play the rest of its story, as paths below their folder. */
export interface Story {
  readonly name: string;
  readonly before: string | null;
  readonly otherTab: string | null;
}

/** With the names of its frame and its compiler, in whose place docsite puts addresses. */
export type BuiltSample = LiveSample;

export function buildSample({ name, before, otherTab }: Story, load: Load): BuiltSample {
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
    compiler: name.endsWith('.vue') ? 'vue' : 'plain',
  };
}

function findFramework(name: string, parts: readonly Collected[]) {
  try {
    return frameworkOf(parts.flatMap(({ packages }) => [...packages]));
  } catch (error) {
    throw new CompileError(`${name}: ${(error as Error).message}`);
  }
}
