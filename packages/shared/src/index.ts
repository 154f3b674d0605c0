export { lowerFirst, restorePrefixedString, restoreSuffixedString, upperFirst } from './names.js';
export { createProxy } from './proxy.js';
export type {
  CheckerKey,
  DeepReadonly,
  Initial,
  ModuleKey,
  ModuleShape,
  ModuleValue,
  NotStorable,
  ResetterKey,
  SetAction,
  Simplify,
  Storable,
} from './types.js';
