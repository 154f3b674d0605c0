export { lowerFirst, restorePrefixedString, restoreSuffixedString, upperFirst } from './names.ts';
export { createProxy } from './proxy.ts';
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
  ValueChecker,
  ValueResetter,
  ValueSetter,
} from './types.ts';
