/** Compiles `.vue` files: first to a TypeScript module, then like other files. */

import {
  type BindingMetadata,
  compileScript as compileComponent,
  compileStyle,
  compileTemplate,
  parse,
  type SFCDescriptor,
  type SFCStyleBlock,
} from '@vue/compiler-sfc';
import { type Compile, compileScript } from './compile-script.ts';
import { CompileError } from './problem.ts';

const ID = 'sample';

/** A line of a code frame in an error message, with its number and the marker below it. */
const CODE_FRAME = /^(\d+) *\| {2}(.*)\n *\| {2}( *)\^/gm;

export const compileFile: Compile = (name, source) =>
  compileScript(name, name.endsWith('.vue') ? toModule(name, source) : source);

function toModule(name: string, source: string): string {
  try {
    const { descriptor, errors } = parse(source, { filename: name, sourceMap: false });
    if (errors[0]) throw errors[0];
    refuseLanguages(descriptor);
    return [toComponent(descriptor), ...descriptor.styles.map(toStyle)].join('\n');
  } catch (error) {
    throw toCompileError(error);
  }
}

function refuseLanguages({ script, scriptSetup, template, styles }: SFCDescriptor): void {
  const known = { script: ['ts', 'js'], template: ['html'], style: ['css'] };
  for (const block of [script, scriptSetup, template, ...styles]) {
    const languages = block && known[block.type as keyof typeof known];
    if (block?.lang && !languages?.includes(block.lang)) {
      const message = `<${block.type} lang="${block.lang}"> is not compiled here.`;
      throw new CompileError(`${message} Write ${languages?.join(' or ')}.`, block.loc.start.line);
    }
  }
}

function toComponent(descriptor: SFCDescriptor): string {
  const { script, scriptSetup, styles } = descriptor;
  const isScoped = styles.some(({ scoped }) => scoped);
  const isInline = scriptSetup !== null;
  const options = { id: ID, inlineTemplate: isInline, genDefaultAs: 'component' };
  const compiled = script || scriptSetup ? compileComponent(descriptor, options) : undefined;
  return [
    compiled?.content ?? 'const component = {};',
    ...(isInline
      ? []
      : [toRender(descriptor, isScoped, compiled?.bindings), 'component.render = render;']),
    ...(isScoped ? [`component.__scopeId = 'data-v-${ID}';`] : []),
    'export default component;',
  ].join('\n');
}

function toRender(
  { template, filename }: SFCDescriptor,
  scoped: boolean,
  bindings: BindingMetadata | undefined,
): string {
  if (!template) throw new CompileError('There is nothing to show: write a <template>.', 1);
  const { code, errors } = compileTemplate({
    id: ID,
    filename,
    scoped,
    source: template.content,
    ...(template.ast ? { ast: template.ast } : {}),
    ...(bindings ? { compilerOptions: { bindingMetadata: bindings } } : {}),
  });
  if (errors[0]) throw errors[0];
  return code;
}

function toStyle({ content, scoped }: SFCStyleBlock): string {
  const { code, errors } = compileStyle({
    id: ID,
    filename: 'sample.css',
    source: content,
    scoped: scoped ?? false,
  });
  if (errors[0]) throw errors[0];
  const style = `Object.assign(document.createElement('style'), { textContent: ${JSON.stringify(code)} })`;
  return `document.head.append(${style});`;
}

interface VueError {
  readonly message: string;
  readonly loc?: { readonly start: { readonly line: number; readonly column: number } };
}

/** The position is in `loc`, or only in the code frame of the message. */
function toCompileError(error: unknown): CompileError {
  if (error instanceof CompileError) return error;
  const { message, loc }: VueError =
    typeof error === 'string' ? { message: error } : (error as VueError);
  const line = findLine(message);
  const [text = message] = message.replace(/^\[@?vue\/[\w-]+\] /, '').split('\n');
  const plain = text.replace(/ \(\d+:\d+\)$/, '');
  return line === undefined
    ? new CompileError(plain, loc?.start.line, loc?.start.column)
    : new CompileError(plain, line);
}

/** The first marked line. An error at the start of a line also marks the end of the previous one. */
function findLine(message: string): number | undefined {
  const found = [...message.matchAll(CODE_FRAME)];
  const [, line] =
    found.find(([, , text = '', blanks = '']) => blanks.length < text.length) ?? found[0] ?? [];
  return line === undefined ? undefined : Number(line);
}
