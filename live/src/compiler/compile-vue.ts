/** Compiles `.vue` files: first to a module of TypeScript, then as all others. */

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

/** A line of code with its number, and a mark below it. */
const DRAWN = /^(\d+) *\| {2}(.*)\n *\| {2}( *)\^/gm;

/** Every kind of file. */
export const compileFile: Compile = (name, source) =>
  compileScript(name, name.endsWith('.vue') ? toModule(name, source) : source);

function toModule(name: string, source: string): string {
  try {
    const { descriptor, errors } = parse(source, { filename: name, sourceMap: false });
    if (errors[0]) throw errors[0];
    refuseLanguages(descriptor);
    return [toComponent(descriptor), ...descriptor.styles.map(toStyle)].join('\n');
  } catch (error) {
    throw placed(error);
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

/** Its default export is the component. */
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

/** Some errors know their place, others have drawn it. */
function placed(error: unknown): CompileError {
  if (error instanceof CompileError) return error;
  const { message, loc } = toPlaced(error);
  const drawn = findDrawn(message);
  const [text = message] = message.replace(/^\[@?vue\/[\w-]+\] /, '').split('\n');
  const line = drawn ?? loc?.start.line;
  return new CompileError(
    text.replace(/ \(\d+:\d+\)$/, ''),
    line,
    drawn ? undefined : loc?.start.column,
  );
}

function toPlaced(error: unknown): {
  message: string;
  loc?: { start: { line: number; column: number } };
} {
  return typeof error === 'string' ? { message: error } : (error as never);
}

/** The first marked line. What begins a line has a mark behind the end of the one before, too. */
function findDrawn(message: string): number | undefined {
  const found = [...message.matchAll(DRAWN)];
  const [, line] =
    found.find(([, , text = '', blanks = '']) => blanks.length < text.length) ?? found[0] ?? [];
  return line === undefined ? undefined : Number(line);
}
