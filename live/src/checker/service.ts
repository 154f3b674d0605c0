/** TypeScript's language service over files in memory, with Vue's language plugin for `.vue`. */

import { createLanguage, FileMap } from '@volar/language-core';
import { resolveFileLanguageId } from '@volar/typescript/lib/common.js';
import { decorateLanguageServiceHost } from '@volar/typescript/lib/node/decorateLanguageServiceHost.js';
import { createProxyLanguageService } from '@volar/typescript/lib/node/proxyLanguageService.js';
import { CompilerOptionsResolver, createVueLanguagePlugin } from '@vue/language-core';
import ts from 'typescript';
import { type Files, LIBRARY, PACKAGES, SAMPLES, type Types } from './files.ts';

const ROOT = SAMPLES.slice(0, -1);

export interface Service extends ts.LanguageService {
  /** Sets the file that is checked. */
  open(file: string): void;
}

/** Checks one file at a time, with the files that it imports, the way samples are compiled. */
export function createService(files: Files, options: Types['options']): Service {
  let entry = '';
  const host = createHost(files, options, () => entry);
  const language = createVueLanguage(files, options);
  // It expects the file system of Node, which workers don't have.
  const withoutSystem = Object.create(ts, { sys: { value: { getFileSize: undefined } } });
  decorateLanguageServiceHost(withoutSystem, language, host);
  const { initialize, proxy } = createProxyLanguageService(ts.createLanguageService(host));
  initialize(language);
  return Object.assign(Object.create(proxy) as ts.LanguageService, {
    open(file: string) {
      entry = file;
    },
  });
}

function createHost(
  files: Files,
  options: Types['options'],
  entry: () => string,
): ts.LanguageServiceHost {
  const cache = ts.createModuleResolutionCache(ROOT, (path) => path, options);
  const host: ts.LanguageServiceHost = {
    directoryExists: (folder) => files.hasFolder(folder),
    fileExists: (file) => files.read(file) !== undefined,
    readFile: (file) => files.read(file),
    useCaseSensitiveFileNames: () => true,
    getCompilationSettings: () => ({ ...options, allowNonTsExtensions: true }),
    getCurrentDirectory: () => ROOT,
    getDefaultLibFileName: () => `${LIBRARY}lib.d.ts`,
    getProjectVersion: () => `${entry()} ${files.version}`,
    getScriptFileNames: () => [entry()],
    getScriptSnapshot: (file) => toSnapshot(files.read(file)),
    getScriptVersion: (file) => files.versionOf(file),
    resolveModuleNameLiterals: (literals, from, reference, rules, source) =>
      literals.map((literal) => {
        const mode = ts.getModeForUsageLocation(source, literal, rules);
        // The files of a sample change; those of packages don't.
        const known = literal.text.startsWith('.') && from.startsWith(SAMPLES) ? undefined : cache;
        return ts.resolveModuleName(literal.text, from, rules, host, known, reference, mode);
      }),
  };
  return host;
}

function createVueLanguage(files: Files, options: Types['options']) {
  const resolver = new CompilerOptionsResolver(ts, (file) => files.read(file));
  resolver.addConfig({ typesRoot: `${PACKAGES}@vue/language-core/types` }, ROOT);
  const vue = createVueLanguagePlugin<string>(ts, options, resolver.build(), (id) => id);
  const plugins = [vue, { getLanguageId: resolveFileLanguageId }];
  const language = createLanguage<string>(plugins, new FileMap(true), (file) => {
    const snapshot = toSnapshot(files.read(file));
    if (snapshot) language.scripts.set(file, snapshot);
    else language.scripts.delete(file);
  });
  return language;
}

const toSnapshot = (text: string | undefined): ts.IScriptSnapshot | undefined =>
  text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
