// Made by `make contracts` from generator/src/docsite/records. Do not edit.

export const CONTENT_CLASSES = {
  badge: 'badge',
  tip: 'tip',
  warning: 'warning',
  danger: 'danger',
  container: 'container',
  containerTitle: 'container-title',
  details: 'details',
  live: 'live',
  code: 'code',
  long: 'long',
  breakable: 'breakable',
  codeGroup: 'code-group',
  codeTitle: 'code-title',
  steps: 'steps',
  linkCards: 'link-cards',
  fileTree: 'file-tree',
  codeTools: 'code-tools',
  liveRun: 'live-run',
  unseen: 'unseen',
  line: 'line',
  added: 'added',
  removed: 'removed',
  marked: 'marked',
  focused: 'focused',
  error: 'error',
  message: 'message',
  stored: 'stored',
  entry: 'entry',
  table: 'table',
  stacked: 'stacked',
  alignLeft: 'align-left',
  alignCenter: 'align-center',
  alignRight: 'align-right',
  external: 'external',
  permalink: 'permalink',
  stale: 'stale',
  tags: 'tags',
  math: 'math',
} as const;

export const CONTENT_ATTRIBUTES = {
  language: 'data-language',
  run: 'data-run',
  last: 'data-last',
  column: 'data-column',
} as const;

export const TRUSTED_TYPES = {
  boot: 'docsite-boot',
  bundler: 'docsite-bundler',
  content: 'docsite-content',
  worker: 'docsite-worker',
} as const;

type Values<T> = T[keyof T];

export type ContentClass = Values<typeof CONTENT_CLASSES>;
export type ContentAttribute = Values<typeof CONTENT_ATTRIBUTES>;
export type TrustedTypesPolicy = Values<typeof TRUSTED_TYPES>;

/** The data attributes, as `dataset` has them. */
export type ContentDataset = { readonly [Name in keyof typeof CONTENT_ATTRIBUTES]?: string };

/** A selector of elements in the text of a page. `satisfies ContentSelector` checks its names. */
export type ContentSelector =
  | `${string}.${ContentClass}${'' | `${' ' | ',' | ':'}${string}`}`
  | `${string}[${ContentAttribute}${']' | '='}${string}`;
