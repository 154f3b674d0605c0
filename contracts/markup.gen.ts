// Made by `make contracts` from generator/src/docsite/records. Do not edit.

/** The classes in the text of a page. */
export const CONTENT_CLASSES = [
  'badge',
  'tip',
  'warning',
  'danger',
  'container',
  'container-title',
  'details',
  'live',
  'code',
  'long',
  'code-group',
  'code-title',
  'line',
  'added',
  'removed',
  'marked',
  'focused',
  'error',
  'message',
  'table',
  'align-left',
  'align-center',
  'align-right',
  'external',
  'permalink',
  'stale',
] as const;

/** The data attributes in it. */
export const CONTENT_ATTRIBUTES = ['data-language', 'data-run', 'data-last'] as const;

/** The same attributes, as `dataset` has them. */
export interface ContentDataset {
  readonly language?: string;
  readonly run?: string;
  readonly last?: string;
}

/** The names of Trusted Types policies. */
export const TRUSTED_TYPES = {
  boot: 'docsite-boot',
  bundler: 'docsite-bundler',
  content: 'docsite-content',
  worker: 'docsite-worker',
} as const;

export type ContentClass = (typeof CONTENT_CLASSES)[number];
export type ContentAttribute = (typeof CONTENT_ATTRIBUTES)[number];
export type TrustedTypesPolicy = (typeof TRUSTED_TYPES)[keyof typeof TRUSTED_TYPES];

/** A selector of elements in the text of a page. `satisfies ContentSelector` checks its names. */
export type ContentSelector =
  | `${string}.${ContentClass}${'' | `${' ' | ',' | ':'}${string}`}`
  | `${string}[${ContentAttribute}${']' | '='}${string}`;
