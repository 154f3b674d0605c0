/** The answer to a request, or that there was none. */
export interface Answer {
  /** 0 if there was none. */
  readonly status: number;
  /** The pause that the server asks for, in seconds. */
  readonly retryAfter: number;
  /** The message of the error. */
  readonly error?: string;
  /** An id, or whether the operation succeeded. */
  readonly value?: unknown;
  /** Whether the server stores a request once, even if it is repeated with its key. */
  readonly acceptsKeys?: boolean;
}

interface Result {
  readonly payload?: { readonly id: string };
  readonly success?: boolean;
}

export function readAnswer(status = 0, text = '', retryAfter = 0): Answer {
  let error = 'Server returned with an unhandled status';
  if (status === 200) {
    try {
      const { errors, data, extensions } = JSON.parse(text);
      const acceptsKeys = extensions?.idempotencyKey === true;
      if (errors?.length) return { status, retryAfter, acceptsKeys, error: `${errors[0].message}` };
      const [{ payload, success }] = Object.values(data) as [Result];
      return { status, retryAfter, acceptsKeys, value: payload ? payload.id : success };
    } catch {
      error = 'Failed to parse response from server';
    }
  }
  return { status, retryAfter, error };
}
