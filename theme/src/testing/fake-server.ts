import { vi } from 'vitest';

/** What a server says to a path: a status with a text, no connection, or nothing at all. */
export type Answer = { readonly status?: number; readonly text: string } | 'refused' | 'silent';

export interface FakeServer {
  /** What it says, by path; the rest is not found. */
  readonly answers: Map<string, Answer>;
  /** The paths it was asked for, in order. */
  readonly asked: string[];
  putJson(path: string, value: unknown): void;
}

/** Stands in for `fetch` until the end of the test. */
export function startFakeServer(): FakeServer {
  const answers = new Map<string, Answer>();
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string, { signal }: RequestInit = {}) => {
    asked.push(path);
    return respond(answers.get(path) ?? { status: 404, text: '<!doctype html>' }, signal);
  });
  return {
    answers,
    asked,
    putJson: (path, value) => answers.set(path, { text: JSON.stringify(value) }),
  };
}

function respond(answer: Answer, signal?: AbortSignal | null): Promise<Response> {
  if (answer === 'silent') {
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  }
  return answer === 'refused'
    ? Promise.reject(new TypeError('Failed to fetch'))
    : Promise.resolve(new Response(answer.text, { status: answer.status ?? 200 }));
}
