/**
 * The highlighting classes: TextMate scopes, as in the grammars of editors, by class.
 * As in CSS, the longer scope wins, and `a b` is b inside a.
 *
 * Names of variables, brackets and separators have no class. They are most of the code, so without spans
 * the page is smaller and the other tokens stand out.
 */

/** The class of tokens without a span. */
export const PLAIN = 'none';

const SCOPES = {
  [PLAIN]: [
    'constant.character.escape.line-continuation',
    'entity.name.label',
    'invalid.deprecated',
    'keyword.operator.optional',
    'keyword.operator.type.annotation',
    'meta.embedded',
    'meta.tag.attributes keyword.operator.assignment',
    'meta.template.expression',
    'punctuation.separator.key-value',
    'string.unquoted.argument',
    'string.unquoted.argument constant.numeric',
  ],
  // keywords
  k: [
    'keyword',
    'keyword.operator.delete',
    'keyword.operator.expression',
    'keyword.operator.logical.python',
    'keyword.operator.new',
    'keyword.operator.wordlike',
    'markup.heading',
    'meta.diff.range',
    'storage',
    'variable.language',
  ],
  // strings
  s: [
    'markup.inline.raw',
    'markup.underline.link',
    'storage.type.string',
    'string',
    'string.regexp constant',
    'string.regexp keyword',
    'string.regexp keyword.operator',
    'string.unquoted.heredoc',
  ],
  // numbers and other constants
  n: [
    'constant',
    'keyword.other.unit',
    'storage.type.numeric',
    'support.constant',
    'variable.other.enummember',
  ],
  // comments
  c: ['comment', 'markup.quote', 'meta.diff.header'],
  // functions
  f: [
    'entity.name.command',
    'entity.name.function',
    'meta.function-call.generic',
    'support.function',
  ],
  // types, classes and interfaces
  t: [
    'entity.name.class',
    'entity.name.namespace',
    'entity.name.section.group-title',
    'entity.name.section.toml',
    'entity.name.type',
    'entity.other.inherited-class',
    'support.class',
    'support.type',
  ],
  // properties and keys of objects
  p: [
    'entity.name.tag.yaml',
    'meta.object-literal.key',
    'meta.object-literal.key string',
    'support.type.property-name',
    'variable.object.property',
    'variable.other.key',
    'variable.other.object.property',
    'variable.other.property',
  ],
  // parameters, and variables with a sigil
  v: [
    'punctuation.definition.variable',
    'source.css variable',
    'source.nginx variable',
    'source.shell variable',
    'variable.parameter',
    'variable.scss',
  ],
  // operators
  o: [
    'constant.language.import-export-all',
    'keyword.operator',
    'punctuation.definition.template-expression',
    'storage.type.function.arrow',
  ],
  // tags
  g: ['entity.name.tag', 'invalid.illegal.unrecognized-tag', 'support.class.component'],
  // attributes, and options of commands
  a: ['constant.other.option', 'entity.other.attribute-name', 'punctuation.attribute-shorthand'],
  // invalid code
  x: ['invalid'],
  // inserted
  i: ['markup.inserted'],
  // deleted
  d: ['markup.deleted'],
};

/** A theme whose colors are class names. */
export const theme = {
  name: 'classes',
  type: 'light',
  fg: PLAIN,
  bg: PLAIN,
  settings: Object.entries(SCOPES).map(([name, scope]) => ({
    scope,
    settings: { foreground: name },
  })),
};
