import { type EntryCheck, TuffetError } from '@tuffet/core';

interface Issue {
  readonly message: string;
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined;
}

interface Result {
  readonly issues?: readonly Issue[] | undefined;
}

/** The interface of Zod, Valibot, ArkType and other libraries: https://standardschema.dev */
export interface StandardSchema {
  readonly '~standard': { validate(value: unknown): Result | Promise<Result> };
}

function describe({ message, path = [] }: Issue): string {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return keys.length ? `${keys.join('.')}: ${message}` : message;
}

/**
 * Turns a Standard Schema into a validator for the `check` option. It only validates: transforms
 * and defaults have no effect on what is stored.
 */
export function checkSchema(schema: StandardSchema): EntryCheck {
  return (root) => {
    const result = schema['~standard'].validate(root);
    if (result instanceof Promise) {
      const hint =
        'The schema validates asynchronously, but storage is synchronous. Use a synchronous schema.';
      throw new TuffetError('invalid-options', 'schema', hint);
    }
    return result.issues?.map(describe).join('; ');
  };
}
