/**
 * Stands in for `@codemirror/autocomplete`, which the languages prepare snippets for: the editor
 * completes nothing, and its readers need not fetch what could.
 */
const nothing = (): void => {};

export { nothing as completeFromList, nothing as ifNotIn, nothing as snippetCompletion };
