// Finds the codes of the errors that each export throws, from the source code of the packages.
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';

/** The nodes and codes that a search has found. */
interface SearchState {
  readonly seen: Set<ts.Node>;
  readonly codes: Set<string>;
}

/** Whether the node is a function or a top-level constant, which may contain functions. */
function isFollowed(node: ts.Node): boolean {
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

/** Errors of a listener don't reach the code that adds it. */
function isListenerRegistration(node: ts.Node): boolean {
  return ts.isCallExpression(node) && node.expression.getText() === 'addEventListener';
}

/** The code of an error that is created here. Reported errors have no literal code. */
function codeOf(node: ts.Node): string | undefined {
  if (!ts.isNewExpression(node) || node.expression.getText() !== 'TuffetError') return undefined;
  const code = node.arguments?.[0];
  return code && ts.isStringLiteral(code) ? code.text : undefined;
}

class Search {
  readonly packages: string;
  readonly checker: ts.TypeChecker;
  readonly files: readonly ts.SourceFile[];
  /** The implementations of the methods of interfaces. */
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

  /** Follows every call from the declarations to the code that creates errors. */
  codesFrom(start: readonly ts.Node[]): string[] {
    const state: SearchState = { seen: new Set(), codes: new Set() };
    this.follow(start, state);
    return [...state.codes].sort();
  }

  follow(nodes: readonly ts.Node[], state: SearchState): void {
    for (const node of nodes) {
      if (state.seen.has(node) || !this.isOurs(node) || !isFollowed(node)) continue;
      state.seen.add(node);
      // A reference to a class counts as a call of its constructor; methods are followed by name.
      const made = ts.isClassDeclaration(node) && node.members.find(ts.isConstructorDeclaration);
      ts.forEachChild(made || node, (child) => this.visit(child, state));
    }
  }

  visit(node: ts.Node, state: SearchState): void {
    // A named function counts where it is called.
    if (ts.isTypeNode(node) || isNamedFunction(node) || isListenerRegistration(node)) return;
    const code = codeOf(node);
    if (code) state.codes.add(code);
    if (ts.isIdentifier(node)) this.follow(this.targetsOf(this.symbolOf(node)), state);
    // Errors in a `try` block are caught.
    const rest = ts.isTryStatement(node) ? node.catchClause : node;
    if (rest) ts.forEachChild(rest, (child) => this.visit(child, state));
  }

  /** The codes by name, and for methods of interfaces by `Name.method`. */
  *results(): Generator<[name: string, codes: string[]]> {
    for (const file of this.files) {
      const module = this.checker.getSymbolAtLocation(file);
      const folder = file.fileName.slice(this.packages.length + 1).split('/')[0];
      for (const symbol of module ? this.checker.getExportsOfModule(module) : [])
        if (!(symbol.flags & ts.SymbolFlags.Alias)) yield* this.resultsOf(symbol, `${folder}`);
    }
  }

  *resultsOf(symbol: ts.Symbol, folder: string): Generator<[name: string, codes: string[]]> {
    const declarations = this.targetsOf(symbol);
    yield [`${folder}:${symbol.name}`, this.codesFrom(declarations)];
    const members = declarations.flatMap((node) =>
      ts.isInterfaceDeclaration(node) ? [...node.members] : [],
    );
    for (const member of members) {
      const found = this.codesFrom(this.implementations.get(member) ?? []);
      yield [`${folder}:${symbol.name}.${member.name?.getText()}`, found];
    }
  }
}

export function findThrown(packages: string): ReadonlyMap<string, readonly string[]> {
  return new Map(new Search(packages).results());
}
