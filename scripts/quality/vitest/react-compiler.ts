import { transformAsync } from '@babel/core';
import { transform } from 'oxc-transform-react';

/** The two implementations of React Compiler: the Babel plugin and its Rust port. */
export const REACT_COMPILERS = ['babel', 'rust'] as const;

export type ReactCompiler = (typeof REACT_COMPILERS)[number];

/** Every component and hook must compile: a skipped one would prove nothing. */
const options = { panicThreshold: 'all_errors' } as const;

async function compileWithBabel(code: string, file: string): Promise<string> {
  const result = await transformAsync(code, {
    filename: file,
    babelrc: false,
    configFile: false,
    plugins: [['babel-plugin-react-compiler', options]],
    parserOpts: { plugins: ['typescript', 'jsx'] },
  });
  return result?.code as string;
}

async function compileWithRust(code: string, file: string): Promise<string> {
  const result = await transform(file, code, { reactCompiler: options });
  if (result.fatal) throw new Error(result.errors.map(({ message }) => message).join('\n'));
  return result.code;
}

/** Compiles the components and hooks of a TypeScript file. The result may contain types and JSX. */
export function compileReact(compiler: ReactCompiler, code: string, file: string): Promise<string> {
  return compiler === 'babel' ? compileWithBabel(code, file) : compileWithRust(code, file);
}
