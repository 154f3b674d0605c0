export { attributes } from './attributes.js';
export { create } from './client.js';
export { detect } from './detect.js';
export type {
  ActionInput,
  Attributes,
  Client,
  DetailedAttributes,
  Detected,
  Options,
  Recording,
} from './types.js';
