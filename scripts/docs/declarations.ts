// Prints the exports of the packages, from their built declarations, as JSON for scripts/docs/reference.py.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import ts from 'typescript';
import { findThrown } from './thrown.ts';

const PACKAGES = resolve(import.meta.dirname, '../../packages');
/** Packages that aren't part of the library, and are documented in their README. */
const UNDOCUMENTED = ['analytics', 'devtools'];

interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
}

interface Member extends Parameter {
  /** The declaration in the package. */
  readonly text: string;
  /** The parameters of a method; null for other members. */
  readonly parameters: readonly Parameter[] | null;
  /** The codes of the errors that a call throws. */
  readonly throws: readonly string[];
}

interface Declaration {
  /** Identifies the declaration in all packages that export it. */
  readonly origin: string;
  readonly name: string;
  readonly kind: 'function' | 'class' | 'constant' | 'interface' | 'type';
  /** The declaration, without the parts in `head` and `members`. */
  readonly text: string;
  /** The beginning of an interface or class, before its members; null for other kinds. */
  readonly head: string | null;
  readonly members: readonly Member[];
  /** The parameters of a function or constructor; null for other kinds. */
  readonly parameters: readonly Parameter[] | null;
  readonly throws: readonly string[];
  /** The origins of the declarations that it mentions. */
  readonly uses: readonly string[];
}

interface EntryPoint {
  readonly package: string;
  /** `@tuffet/core/testing`. */
  readonly path: string;
  readonly exports: readonly Declaration[];
  /** Declarations that the exports mention, but that can't be imported. */
  readonly internals: readonly Declaration[];
}

type Holder = ts.InterfaceDeclaration | ts.ClassDeclaration;

const printer = ts.createPrinter({ removeComments: true });

/** The text of a node without comments, and without the numbers that a bundler adds to names. */
function print(node: ts.Node): string {
  const text = printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile());
  return text
    .replace(/^(export )?(declare )?/, '')
    .replace(/(\w)\$\d+\b/g, '$1')
    .replaceAll('"', "'");
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').replace(/; }/g, ' }');

function parameterOf(node: ts.ParameterDeclaration): Parameter {
  const type = node.type ? onOneLine(print(node.type)) : 'any';
  return { name: node.name.getText(), type, isOptional: !!node.questionToken };
}

function typeOf(node: ts.ClassElement | ts.TypeElement): string {
  if (isCall(node)) {
    const list = node.parameters.map((part) => onOneLine(print(part))).join(', ');
    const own = node.typeParameters?.map(print).join(', ');
    return `${own ? `<${own}>` : ''}(${list}) => ${node.type ? onOneLine(print(node.type)) : 'void'}`;
  }
  return ts.isPropertySignature(node) || ts.isPropertyDeclaration(node)
    ? onOneLine(print(node.type as ts.TypeNode))
    : '';
}

function isCall(node: ts.Node): node is ts.MethodSignature | ts.ConstructSignatureDeclaration {
  return (
    ts.isMethodSignature(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isConstructorDeclaration(node) ||
    ts.isConstructSignatureDeclaration(node)
  );
}

function nameOf(node: ts.ClassElement | ts.TypeElement): string {
  if (ts.isConstructSignatureDeclaration(node)) return 'new';
  if (ts.isCallSignatureDeclaration(node)) return 'call';
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  if (ts.isIndexSignatureDeclaration(node)) return '[]';
  return node.name && ts.isStringLiteral(node.name) ? node.name.text : `${node.name?.getText()}`;
}

function memberOf(node: ts.ClassElement | ts.TypeElement, owner: string): Member {
  const name = nameOf(node);
  return {
    name,
    type: typeOf(node),
    isOptional: 'questionToken' in node && !!node.questionToken,
    text: onOneLine(print(node)),
    parameters: isCall(node) ? node.parameters.map(parameterOf) : null,
    throws: thrown.get(`${owner}.${name}`) ?? [],
  };
}

const manifests = readdirSync(PACKAGES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !UNDOCUMENTED.includes(entry.name))
  .map(({ name }) => ({
    name,
    exports: JSON.parse(readFileSync(`${PACKAGES}/${name}/package.json`, 'utf8')).exports,
  }));
const entries = manifests.flatMap(({ name, exports }) =>
  Object.keys(exports)
    .filter((path) => path !== './package.json')
    .map((path) => ({
      package: name,
      path: `@tuffet/${name}${path.slice(1)}`,
      file: resolve(PACKAGES, name, exports[path].import.types),
    })),
);
const program = ts.createProgram(
  entries.map(({ file }) => file),
  { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
);
const checker = program.getTypeChecker();
const thrown = findThrown(PACKAGES);

function resolved(symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function isOurs(node: ts.Node): boolean {
  return node.getSourceFile().fileName.startsWith(PACKAGES);
}

function originOf(symbol: ts.Symbol): string {
  const file = symbol.declarations?.[0]?.getSourceFile().fileName ?? '';
  return `${file.slice(PACKAGES.length + 1).split('/')[0]}:${symbol.name.replace(/\$\d+$/, '')}`;
}

/** Our own types and values that a declaration mentions. */
function mentionedIn(declarations: readonly ts.Declaration[]): Set<ts.Symbol> {
  const found = new Set<ts.Symbol>();
  function look(node: ts.Node): void {
    const symbol = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined;
    const target = symbol && resolved(symbol);
    const declaration = target?.declarations?.[0];
    if (declaration && isOurs(declaration) && ts.isSourceFile(statementOf(declaration).parent))
      found.add(target);
    ts.forEachChild(node, look);
  }
  declarations.forEach(look);
  return found;
}

function kindOf(declarations: readonly ts.Declaration[]): Declaration['kind'] {
  if (declarations.some(ts.isFunctionDeclaration)) return 'function';
  if (declarations.some(ts.isClassDeclaration)) return 'class';
  const variable = declarations.find(ts.isVariableDeclaration);
  if (variable)
    return checker.getTypeAtLocation(variable).getConstructSignatures().length
      ? 'class'
      : 'constant';
  return declarations.some(ts.isInterfaceDeclaration) ? 'interface' : 'type';
}

/** The signature of a function, or of the constructor of a class. */
function callOf(declarations: readonly ts.Declaration[]): ts.SignatureDeclaration | undefined {
  for (const node of declarations) {
    if (ts.isFunctionDeclaration(node)) return node;
    if (ts.isClassDeclaration(node)) return node.members.find(ts.isConstructorDeclaration);
    if (!ts.isVariableDeclaration(node)) continue;
    return checker.getTypeAtLocation(node).getConstructSignatures()[0]?.getDeclaration();
  }
  return undefined;
}

function membersOf(declarations: readonly ts.Declaration[], owner: string): Member[] {
  return declarations.flatMap((node) => {
    if (isHolder(node)) return [...node.members].map((member) => memberOf(member, owner));
    const literal = ts.isVariableDeclaration(node) && node.type;
    if (!literal || !ts.isTypeLiteralNode(literal)) return [];
    return [...literal.members].map((member) => memberOf(member, owner));
  });
}

/** The node of a variable doesn't include the `const`, so this returns its statement. */
function statementOf(node: ts.Declaration): ts.Node {
  return ts.isVariableDeclaration(node) ? node.parent.parent : node;
}

function isHolder(node: ts.Node): node is Holder {
  return ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node);
}

function headOf(node: Holder): string {
  const text = node.getSourceFile().text.slice(node.name?.getStart(), node.members.pos);
  return `${ts.isClassDeclaration(node) ? 'class' : 'interface'} ${text}`;
}

function describe(symbol: ts.Symbol): Declaration {
  const declarations = symbol.declarations ?? [];
  const origin = originOf(symbol);
  const mentioned = mentionedIn(declarations);
  mentioned.delete(symbol);
  const holder = declarations.find(isHolder);
  const rest = declarations.filter((node) => node !== holder);
  return {
    origin,
    name: origin.slice(origin.indexOf(':') + 1),
    kind: kindOf(declarations),
    text: rest.map((node) => onOneLine(print(statementOf(node)))).join('\n'),
    head: holder ? headOf(holder) : null,
    members: membersOf(declarations, origin),
    parameters: callOf(declarations)?.parameters.map(parameterOf) ?? null,
    throws: thrown.get(origin) ?? [],
    uses: [...mentioned].map(originOf).sort(),
  };
}

function describeEntry({ package: name, path, file }: (typeof entries)[number]): EntryPoint {
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${file} is missing: run \`make packages\`.`);
  const exported = checker.getExportsOfModule(module).map(resolved);
  const internals = new Set<ts.Symbol>();
  const visit = (symbol: ts.Symbol) => {
    for (const part of mentionedIn(symbol.declarations ?? [])) {
      const home = dirname(part.declarations?.[0]?.getSourceFile().fileName ?? '');
      if (internals.has(part) || exported.includes(part) || home !== dirname(file)) continue;
      internals.add(part);
      visit(part);
    }
  };
  exported.forEach(visit);
  return {
    package: name,
    path,
    exports: exported.map(describe),
    internals: [...internals].map(describe),
  };
}

console.log(JSON.stringify(entries.map(describeEntry)));
