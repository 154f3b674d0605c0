// Finds the codes of the errors that each export throws, from the sources of the packages.
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';

/** What a search has come across. */
interface Trail {
  readonly seen: Set<ts.Node>;
  readonly codes: Set<string>;
}

/** A function, or a constant of the module that may hold some; not what a call has returned. */
function isWorthFollowing(node: ts.Node): boolean {
  if (!ts.isVariableDeclaration(node)) return !ts.isInterfaceDeclaration(node);
  const isTop = ts.isSourceFile(node.parent.parent.parent);
  return isTop || isNamedFunction(node);
}

function isNamedFunction(node: ts.Node): boolean {
  if (ts.isFunctionDeclaration(node)) return true;
  return (
    ts.isVariableDeclaration(node) && !!node.initializer && ts.isArrowFunction(node.initializer)
  );
}

/** What a listener throws does not reach the one who added it. */
function isListening(node: ts.Node): boolean {
  return ts.isCallExpression(node) && node.expression.getText() === 'addEventListener';
}

/** The code of an error made here. One that is reported has no literal code where it is made. */
function codeOf(node: ts.Node): string | undefined {
  if (!ts.isNewExpression(node) || node.expression.getText() !== 'TuffetError') return undefined;
  const code = node.arguments?.[0];
  return code && ts.isStringLiteral(code) ? code.text : undefined;
}

class Search {
  readonly packages: string;
  readonly checker: ts.TypeChecker;
  readonly files: readonly ts.SourceFile[];
  /** From the methods of interfaces to what implements them. */
  readonly implementations = new Map<ts.Node, ts.Node[]>();

  constructor(packages: string) {
    this.packages = packages;
    const root = resolve(packages, '..');
    const { config } = ts.readConfigFile(`${root}/tsconfig.json`, ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, root);
    const folders = readdirSync(packages, { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    const names = folders.flatMap(({ name }) =>
      readdirSync(`${packages}/${name}/src`, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => `${packages}/${name}/src/${file}`),
    );
    const program = ts.createProgram(names, options);
    this.checker = program.getTypeChecker();
    this.files = program.getSourceFiles().filter(({ fileName }) => names.includes(fileName));
    for (const file of this.files) this.findImplementations(file);
  }

  isOurs(node: ts.Node): boolean {
    return node.getSourceFile().fileName.startsWith(this.packages);
  }

  symbolOf(name: ts.Identifier): ts.Symbol | undefined {
    return ts.isShorthandPropertyAssignment(name.parent)
      ? this.checker.getShorthandAssignmentValueSymbol(name.parent)
      : this.checker.getSymbolAtLocation(name);
  }

  targetsOf(symbol: ts.Symbol | undefined): readonly ts.Node[] {
    if (!symbol) return [];
    const isAlias = symbol.flags & ts.SymbolFlags.Alias;
    const found = (isAlias ? this.checker.getAliasedSymbol(symbol) : symbol).declarations ?? [];
    return found.flatMap((node) => [node, ...(this.implementations.get(node) ?? [])]);
  }

  findImplementations(node: ts.Node): void {
    if (ts.isObjectLiteralExpression(node))
      this.implement(this.checker.getContextualType(node), node.properties);
    // `Class as unknown as Constructor`
    if (ts.isAsExpression(node) && ts.isAsExpression(node.expression)) {
      const [made] = this.checker.getTypeAtLocation(node).getConstructSignatures();
      const name = this.checker.getSymbolAtLocation(node.expression.expression);
      for (const by of this.targetsOf(name).filter(ts.isClassDeclaration))
        this.implement(made?.getReturnType(), by.members);
    }
    ts.forEachChild(node, (child) => this.findImplementations(child));
  }

  implement(type: ts.Type | undefined, parts: readonly ts.NamedDeclaration[]): void {
    for (const part of parts) {
      const name = part.name && ts.isIdentifier(part.name) ? part.name.text : '';
      const methods = type?.getProperty(name)?.declarations?.filter(ts.isMethodSignature) ?? [];
      for (const method of methods.filter((node) => this.isOurs(node)))
        this.implementations.set(method, [...(this.implementations.get(method) ?? []), part]);
    }
  }

  /** Follows every call from some declarations to the places where errors are made. */
  codesFrom(start: readonly ts.Node[]): string[] {
    const trail: Trail = { seen: new Set(), codes: new Set() };
    this.follow(start, trail);
    return [...trail.codes].sort();
  }

  follow(nodes: readonly ts.Node[], trail: Trail): void {
    for (const node of nodes) {
      if (trail.seen.has(node) || !this.isOurs(node) || !isWorthFollowing(node)) continue;
      trail.seen.add(node);
      // Who mentions a class makes an instance of it; its methods are called by their names.
      const made = ts.isClassDeclaration(node) && node.members.find(ts.isConstructorDeclaration);
      ts.forEachChild(made || node, (child) => this.visit(child, trail));
    }
  }

  visit(node: ts.Node, trail: Trail): void {
    // A named function counts where it is called.
    if (ts.isTypeNode(node) || isNamedFunction(node) || isListening(node)) return;
    const code = codeOf(node);
    if (code) trail.codes.add(code);
    if (ts.isIdentifier(node)) this.follow(this.targetsOf(this.symbolOf(node)), trail);
    // What stands in a `try` is caught.
    const rest = ts.isTryStatement(node) ? node.catchClause : node;
    if (rest) ts.forEachChild(rest, (child) => this.visit(child, trail));
  }

  /** By name, and for methods of interfaces by `Name.method`. */
  *results(): Generator<[name: string, codes: string[]]> {
    for (const file of this.files) {
      const module = this.checker.getSymbolAtLocation(file);
      const home = file.fileName.slice(this.packages.length + 1).split('/')[0];
      for (const symbol of module ? this.checker.getExportsOfModule(module) : [])
        if (!(symbol.flags & ts.SymbolFlags.Alias)) yield* this.resultsOf(symbol, `${home}`);
    }
  }

  *resultsOf(symbol: ts.Symbol, home: string): Generator<[name: string, codes: string[]]> {
    const declarations = this.targetsOf(symbol);
    yield [`${home}:${symbol.name}`, this.codesFrom(declarations)];
    const members = declarations.flatMap((node) =>
      ts.isInterfaceDeclaration(node) ? [...node.members] : [],
    );
    for (const member of members) {
      const found = this.codesFrom(this.implementations.get(member) ?? []);
      yield [`${home}:${symbol.name}.${member.name?.getText()}`, found];
    }
  }
}

export function findThrown(packages: string): ReadonlyMap<string, readonly string[]> {
  return new Map(new Search(packages).results());
}
