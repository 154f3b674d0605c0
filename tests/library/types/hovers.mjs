// Prints what an editor shows for the names in accepted/hovers.ts: { name: text }.
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const folder = fileURLToPath(new URL('.', import.meta.url));
const file = `${folder}accepted/hovers.ts`;
const { config } = ts.readConfigFile(`${folder}tsconfig.json`, ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
const text = ts.sys.readFile(file);
const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => [file],
  getScriptVersion: () => '1',
  getScriptSnapshot: (name) => {
    const content = ts.sys.readFile(name);
    return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
  },
  getCurrentDirectory: () => folder,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
  directoryExists: ts.sys.directoryExists,
  realpath: ts.sys.realpath,
});

function hover(name) {
  const at = text.lastIndexOf(name);
  const info = service.getQuickInfoAtPosition(file, at);
  const texts = [info?.displayParts, info?.documentation].map(ts.displayPartsToString);
  return texts.filter(Boolean).join('\n');
}

const names = [
  'tokenState',
  'hasSignedState',
  'token }',
  'token;',
  'resetToken',
  'containsHasSigned',
  'signedRef',
  'tokenValue',
  'setToken',
  'tokenControls',
  'resetHasSigned',
  'setHasSigned',
  'containsToken',
  'get(',
  'set(',
  'subscribe',
];
console.log(JSON.stringify(Object.fromEntries(names.map((name) => [name, hover(name)]))));
