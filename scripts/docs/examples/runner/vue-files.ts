/** Compiles `.vue` files with the compiler of one version of Vue. */

import { createRequire } from 'node:module';

/** The functions that we use; every version since 3.1.0 has them. */
interface Compiler {
  parse(source: string, options: { filename: string }): { descriptor: Descriptor; errors: Error[] };
  compileScript(
    descriptor: Descriptor,
    options: { id: string; inlineTemplate: boolean },
  ): { content: string; bindings?: object };
  compileTemplate(options: {
    id: string;
    source: string;
    filename: string;
    compilerOptions: { bindingMetadata?: object | undefined };
  }): { code: string; errors: (Error | string)[] };
  rewriteDefault(source: string, name: string, plugins: string[]): string;
}

interface Descriptor {
  template: { content: string } | null;
  script: object | null;
  scriptSetup: object | null;
}

function loadCompiler(folder: string): Compiler {
  const require = createRequire(`${folder}/package.json`);
  // Before Vue 3.2.13 this was a separate package.
  const name = folder.endsWith('vue-3-1') ? '@vue/compiler-sfc' : 'vue/compiler-sfc';
  const { warn } = console;
  console.warn = () => {}; // Vue 3.1 warns that `<script setup>` is experimental
  try {
    return require(name);
  } finally {
    console.warn = warn;
  }
}

/** Returns a module whose default export is the component. */
export function compileVue(source: string, filename: string, folder: string): string {
  const { parse, compileScript, compileTemplate, rewriteDefault } = loadCompiler(folder);
  const { descriptor, errors } = parse(source, { filename });
  if (errors[0]) throw errors[0];
  const id = 'sample';
  const { template, script, scriptSetup } = descriptor;
  if (scriptSetup) return compileScript(descriptor, { id, inlineTemplate: true }).content;
  const options = script ? compileScript(descriptor, { id, inlineTemplate: false }) : undefined;
  const component = rewriteDefault(options?.content ?? 'export default {}', 'component', [
    'typescript',
  ]);
  const rendered = compileTemplate({
    id,
    source: template?.content ?? '',
    filename,
    compilerOptions: { bindingMetadata: options?.bindings },
  });
  if (rendered.errors[0]) throw new Error(String(rendered.errors[0]));
  return `${component}\n${rendered.code}\nexport default { ...component, render };`;
}
