import { compile } from 'svelte/compiler';

/** Compiles the Svelte components of tests. */
export const svelteComponents = {
  name: 'svelte-components',
  transform(code: string, id: string) {
    return id.endsWith('.svelte') ? compile(code, { filename: id }).js : undefined;
  },
};
