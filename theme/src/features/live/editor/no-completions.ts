/** Replaces `@codemirror/autocomplete` in the languages, whose snippets the editor doesn't use. */
const nothing = (): void => {};

export { nothing as completeFromList, nothing as ifNotIn, nothing as snippetCompletion };
