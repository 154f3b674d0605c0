export { attributes } from './attributes.ts';
export { create } from './client.ts';
export { detect } from './detect.ts';
export type {
  ActionInput,
  Attributes,
  Client,
  DetailedAttributes,
  Detected,
  Options,
  Recording,
} from './types.ts';
