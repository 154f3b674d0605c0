export { lowerFirst, restorePrefixedString, restoreSuffixedString, upperFirst } from './names.js';
export { createProxy } from './proxy.js';
export type {
  CheckerKey,
  DeepReadonly,
  Initial,
  MissingType,
  ModuleKey,
  ModuleShape,
  ModuleValue,
  NotStorable,
  ResetterKey,
  SetAction,
  Simplify,
  Storable,
  TypeAliasNotInterface,
} from './types.js';
