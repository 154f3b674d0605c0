import { vi } from 'vitest';

/** A response with a status and a body, a refused connection, or no response at all. */
export type Answer = { readonly status?: number; readonly text: string } | 'refused' | 'silent';

export interface FakeServer {
  /** The responses by path; other paths return 404. */
  readonly answers: Map<string, Answer>;
  /** The requested paths, in order. */
  readonly asked: string[];
  putJson(path: string, value: unknown): void;
}

/** Replaces `fetch` until the end of the test. */
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
