/**
 * Finds the types and comments of names in samples, as editors show them: one language service over
 * the real files, with Vue's language plugin for `.vue`.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createLanguage, FileMap } from '@volar/language-core';
import { resolveFileLanguageId } from '@volar/typescript/lib/common.js';
import { decorateLanguageServiceHost } from '@volar/typescript/lib/node/decorateLanguageServiceHost.js';
import { createProxyLanguageService } from '@volar/typescript/lib/node/proxyLanguageService.js';
import { createParsedCommandLine, createVueLanguagePlugin } from '@vue/language-core';

const NAME = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/gu;
const OPERATORS = new Set(['=>', '|', '&', '=', '...', '-', '+']);
/** Keywords that are highlighted as types. */
const TYPES = new Set(
  'any bigint boolean false never null number object string symbol this true undefined unknown void'.split(
    ' ',
  ),
);
const PACKAGES = '/node_modules/';
const DECLARATIONS = /\.d\.[cm]?ts$/;
const TAG = /<\/?$/;

/** The TypeScript of the project. */
let ts;
let reserved;

/** The class of each kind of signature part. `token-classes.mjs` defines the classes. */
const CLASSES = {
  keyword: 'k',
  stringLiteral: 's',
  numericLiteral: 'n',
  functionName: 'f',
  methodName: 'f',
  className: 't',
  enumName: 't',
  interfaceName: 't',
  moduleName: 't',
  typeParameterName: 't',
  enumMemberName: 'p',
  propertyName: 'p',
  parameterName: 'v',
  operator: 'o',
};

/** The class of an imported name, by the keyword before it; '' before a call. */
const ALIASES = { '': 'f', function: 'f', const: '', let: '', var: '' };

/**
 * Returns the hovers of each file and its dependencies: the digest of each file that was read, or
 * null for a missing file that would be read. The compiler's own files are left out.
 */
export async function findHovers({ tsconfig, files, typescript }) {
  ({ default: ts } = await import(/* webpackIgnore: true */ pathToFileURL(typescript).href));
  reserved = new Set(reservedWords());
  const describe = createService(toPath(tsconfig));
  return files.map((file) => describe(toPath(file)));
}

/** With forward slashes, like the compiler's paths, also on Windows. */
const toPath = (file) => resolve(file).replaceAll(sep, '/');

/** Returns a function that finds the hovers of a file. */
function createService(tsconfig) {
  const { options, vueOptions } = createParsedCommandLine(ts, ts.sys, tsconfig);
  const settings = [tsconfig, ...(options.configFile?.extendedSourceFiles ?? [])];
  const sources = new Sources();
  const project = { tsconfig, options, sources, root: '' };
  const host = createHost(project);
  const language = createVueLanguage(options, vueOptions, sources);
  decorateLanguageServiceHost(ts, language, host);
  const service = ts.createLanguageService(host, createRegistry());
  const { initialize, proxy } = createProxyLanguageService(service);
  initialize(language);

  return (file) => {
    project.root = file;
    const program = service.getProgram();
    const snapshot = sources.read(file);
    const text = snapshot?.getText(0, snapshot.getLength()) ?? '';
    const read = [file, ...settings, ...findRead(program)];
    return {
      ...describeNames(text, (position) => proxy.getQuickInfoAtPosition(file, position)),
      inputs: {
        ...Object.fromEntries(read.map((path) => [path, sources.digest(path)])),
        ...Object.fromEntries(findAbsent(program).map((path) => [path, null])),
      },
    };
  };
}

/**
 * Never releases declarations. By default, the language service drops those that the current sample
 * doesn't import, and parses them again for a later one.
 */
function createRegistry() {
  const registry = ts.createDocumentRegistry(ts.sys.useCaseSensitiveFileNames);
  return {
    ...registry,
    releaseDocumentWithKey(path, ...rest) {
      if (!DECLARATIONS.test(path)) registry.releaseDocumentWithKey(path, ...rest);
    },
  };
}

/** `project.root` is the file to describe. It changes from file to file. */
function createHost(project) {
  const { tsconfig, options, sources } = project;
  const cache = ts.createModuleResolutionCache(dirname(tsconfig), (path) => path, options);
  const host = {
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => ({ ...options, allowNonTsExtensions: true }),
    getCurrentDirectory: () => dirname(tsconfig),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getModuleResolutionCache: () => cache,
    getProjectVersion: () => project.root,
    // One file at a time, so that the result doesn't depend on other files: a compiler that has seen
    // 'dark' elsewhere would print 'light' | 'dark' in the other order.
    getScriptFileNames: () => [project.root],
    getScriptKind: () => ts.ScriptKind.Unknown,
    getScriptSnapshot: (file) => sources.read(file),
    getScriptVersion: () => '',
    resolveModuleNameLiterals: (literals, from, reference, rules, source) =>
      literals.map((literal) => {
        const mode = ts.getModeForUsageLocation(source, literal, rules);
        const find = (file) =>
          ts.resolveModuleName(literal.text, file, rules, host, cache, reference, mode);
        const found = find(from);
        // Files outside the project resolve packages as the project does.
        return found.resolvedModule || literal.text.startsWith('.') ? found : find(tsconfig);
      }),
  };
  return host;
}

function createVueLanguage(options, vueOptions, sources) {
  const vue = createVueLanguagePlugin(ts, options, vueOptions, (id) => id);
  const plugins = [vue, { getLanguageId: resolveFileLanguageId }];
  const language = createLanguage(plugins, new FileMap(true), (file) => {
    const snapshot = sources.read(file);
    if (snapshot) language.scripts.set(file, snapshot);
    else language.scripts.delete(file);
  });
  return language;
}

/** Caches files when they are first read, so that later changes have no effect. */
class Sources {
  #known = new Map();

  read(file) {
    return this.#load(file).snapshot;
  }

  digest(file) {
    return this.#load(file).digest;
  }

  #load(file) {
    if (!this.#known.has(file)) this.#known.set(file, loadSource(file));
    return this.#known.get(file);
  }
}

function loadSource(file) {
  if (!ts.sys.fileExists(file)) return { snapshot: undefined, digest: null };
  const bytes = readFileSync(file);
  return {
    snapshot: ts.ScriptSnapshot.fromString(new TextDecoder().decode(bytes)),
    digest: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
  };
}

/** The files of a program, and the manifests that led to them. */
function findRead(program) {
  const files = program
    .getSourceFiles()
    .filter((file) => !program.isSourceFileDefaultLibrary(file))
    .map((file) => file.fileName);
  const manifests = [...new Set(files.map((file) => dirname(file)))].map((folder) =>
    ts.findConfigFile(folder, ts.sys.fileExists, 'package.json'),
  );
  return [...files, ...manifests.filter(Boolean)];
}

/** The paths where missing imports would be found. */
function findAbsent(program) {
  const own = program.getSourceFiles().filter(({ fileName }) => !fileName.includes(PACKAGES));
  return own.flatMap((file) =>
    file.imports
      .filter(({ text }) => text.startsWith('.'))
      .map((literal) => program.getResolvedModuleFromModuleSpecifier(literal, file))
      .flatMap((found) => (found?.resolvedModule ? [] : (found?.failedLookupLocations ?? []))),
  );
}

/** Returns each hover once, and for each name its line, column, length and hover, all from 0. */
function describeNames(text, describe) {
  const texts = new Map();
  const places = [];
  let start = 0;
  for (const [number, line] of text.split('\n').entries()) {
    for (const { 0: name, index } of line.matchAll(NAME)) {
      const info = reserved.has(name) ? undefined : describe(start + index);
      if (isAbout(info, start + index, name) && !isElement(info, line.slice(0, index))) {
        places.push(number, index, name.length, intern(texts, info));
      }
    }
    start += line.length + 1;
  }
  return { texts: [...texts.keys()].map((key) => JSON.parse(key)), places };
}

/** Whether the information is about exactly this name, and includes a known type. */
function isAbout(info, start, name) {
  const said = ts.displayPartsToString(info?.displayParts);
  return (
    info?.textSpan.start === start &&
    info.textSpan.length === name.length &&
    said !== 'any' &&
    !said.includes('/*unresolved*/')
  );
}

/** The type of an HTML element would fill the screen without saying anything useful. */
const isElement = ({ displayParts }, before) =>
  TAG.test(before) && displayParts?.[1]?.text === 'property';

function intern(texts, { displayParts, documentation }) {
  const tokens = renderSignature(displayParts ?? []);
  const comment = renderComment(ts.displayPartsToString(documentation));
  const key = JSON.stringify({ tokens, comment });
  if (!texts.has(key)) texts.set(key, texts.size);
  return texts.get(key);
}

/** Text, class, text, class. Merges adjacent parts of the same class, also across whitespace. */
function renderSignature(parts) {
  const tokens = [];
  let before = '';
  for (const { text, kind } of withoutAlias(parts)) {
    const last = tokens.length - 1;
    const name = text.trim() === '' && last > 0 ? tokens[last] : classOf(text, kind, before);
    if (name === tokens[last]) tokens[last - 1] += text;
    else tokens.push(text, name);
    before = text.trim() || before;
  }
  return tokens;
}

function classOf(text, kind, before) {
  if (kind === 'aliasName') return ALIASES[before] ?? 't';
  // A name of a value and a type, such as Date, counts as a value here.
  if (kind === 'localName') return before in ALIASES || !/^\p{Lu}/u.test(text) ? '' : 't';
  if (kind === 'keyword' && TYPES.has(text)) return 't';
  if (kind === 'stringLiteral' && !/^["'`]/.test(text)) return 'n';
  return OPERATORS.has(text) ? 'o' : (CLASSES[kind] ?? '');
}

/** Removes `(alias)` and the import after it. */
function withoutAlias(parts) {
  const isAlias = (part) => part?.kind === 'text' && part.text === 'alias';
  if (!parts.some(isAlias)) return parts;
  const end = parts.findLastIndex((part) => part.kind === 'lineBreak');
  const isImport = end >= 0 && parts[end + 1]?.text === 'import';
  const kept = isImport ? parts.slice(0, end) : parts;
  // ( alias ) and a space
  return kept.filter((_, at) => ![at + 1, at, at - 1, at - 2].some((near) => isAlias(kept[near])));
}

/** The first paragraph: prose, code, prose. */
function renderComment(text) {
  const [paragraph] = text.trim().split(/\n\s*\n/);
  if (/^\[[^\]]*\]\([^)]*\)$/.test(paragraph)) return []; // only a link
  const plain = paragraph
    .replace(/\s+/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '');
  return plain ? plain.split('`') : [];
}

function* reservedWords() {
  const { FirstReservedWord, LastReservedWord } = ts.SyntaxKind;
  for (let kind = FirstReservedWord; kind <= LastReservedWord; kind += 1) {
    yield ts.tokenToString(kind);
  }
}
