import { type EntryCheck, TuffetError } from '@tuffet/core';

interface Issue {
  readonly message: string;
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined;
}

interface Result {
  readonly issues?: readonly Issue[] | undefined;
}

/** What Zod, Valibot, ArkType and others have in common: https://standardschema.dev */
export interface StandardSchema {
  readonly '~standard': { validate(value: unknown): Result | Promise<Result> };
}

function describe({ message, path = [] }: Issue): string {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return keys.length ? `${keys.join('.')}: ${message}` : message;
}

/**
 * For the `check` option: entries that do not fit the schema are reported and started over, changes
 * that do not are refused. The schema only judges; what it would transform is stored as it was.
 */
export function checkSchema(schema: StandardSchema): EntryCheck {
  return (root) => {
    const result = schema['~standard'].validate(root);
    if (result instanceof Promise) {
      const hint =
        'The schema validates asynchronously, but storage cannot wait. Use a synchronous one.';
      throw new TuffetError('invalid-options', 'schema', hint);
    }
    return result.issues?.map(describe).join('; ');
  };
}
