import { type Highlighter, tagHighlighter, tags } from '@lezer/highlight';

/**
 * The same classes as in the code of pages: see token-classes.mjs. The editor's grammars use other
 * names. Tokens without an entry here are plain.
 */
const ours = tagHighlighter([
  { tag: [tags.keyword, tags.modifier, tags.self], class: 'k' },
  { tag: [tags.string, tags.regexp, tags.attributeValue], class: 's' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.escape], class: 'n' },
  { tag: tags.comment, class: 'c' },
  {
    tag: [
      tags.function(tags.variableName),
      tags.function(tags.propertyName),
      tags.function(tags.definition(tags.variableName)),
    ],
    class: 'f',
  },
  { tag: [tags.typeName, tags.className, tags.namespace], class: 't' },
  { tag: tags.propertyName, class: 'p' },
  {
    tag: [
      tags.arithmeticOperator,
      tags.bitwiseOperator,
      tags.compareOperator,
      tags.definitionOperator,
      tags.logicOperator,
      tags.updateOperator,
      tags.function(tags.punctuation),
      tags.special(tags.brace),
    ],
    class: 'o',
  },
  { tag: tags.tagName, class: 'g' },
  { tag: tags.attributeName, class: 'a' },
  { tag: tags.invalid, class: 'x' },
]);

/** In a Vue directive (`@click="…"`), the whole name has one class. Its code is another language. */
const directives = tagHighlighter([
  { tag: [tags.keyword, tags.variableName, tags.punctuation], class: 'a' },
]);

const isDirective = (name: string): boolean => name === 'Attribute';

export const highlighters: readonly Highlighter[] = [
  { ...ours, scope: ({ name }) => !isDirective(name) },
  { ...directives, scope: ({ name }) => isDirective(name) },
];
