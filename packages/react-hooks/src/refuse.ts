/** Throws the error of a hook in a server component. */
export function refuse(hook: string): never {
  throw new Error(
    `[tuffet] ${hook} only works in client components. Add 'use client' at the top of the file that calls it.`,
  );
}
