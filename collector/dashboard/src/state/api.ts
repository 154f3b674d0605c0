// What the collector answers: collector/src/collector/dashboard.py.
import { queryOf, type Range } from './address.ts';

export interface Domain {
  readonly id: string;
  readonly title: string;
  /** Path prefixes of its languages but the first. */
  readonly languages: readonly string[];
  readonly origins: readonly string[];
  /** The ids of its events, by kind. */
  readonly events: Readonly<Record<string, string>>;
}

export interface Session {
  /** Whether visits of this browser are left out. */
  readonly isIgnored: boolean;
}

export interface Figures {
  readonly views: number;
  /** Readers of days, counted where they began. */
  readonly readers: number;
  readonly milliseconds: number;
}

export interface Day extends Figures {
  readonly day: string;
}

export interface Row extends Figures {
  readonly value: string;
}

/** A page, and its views in each language under the path of the language. */
export type PageRow = Figures & { readonly page: string } & Readonly<Record<string, unknown>>;

/** Days, and as many before them. */
export interface Course {
  readonly from: string;
  readonly to: string;
  readonly today: string;
  readonly total: Figures;
  readonly before: Figures;
  readonly days: readonly Day[];
  /** Views. */
  readonly daysBefore: readonly number[];
  readonly languages: readonly Row[];
}

export interface Overview extends Course {
  readonly active: number;
  readonly pages: readonly PageRow[];
  readonly tables: Readonly<Record<string, readonly Row[]>>;
  readonly events: Readonly<Record<string, readonly Row[]>>;
}

export interface PageReport extends Course {
  readonly page: string;
  /** Views of each day, by language. */
  readonly parts: Readonly<Record<string, readonly number[]>>;
}

/** `signed-out`: a token is needed. `away`: nobody answers. `database`: it cannot be reached. */
export type ProblemKind = 'signed-out' | 'away' | 'database' | 'refused';

export class Problem extends Error {
  override name = 'Problem';
  readonly kind: ProblemKind;

  constructor(kind: ProblemKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

const BASE = '/dashboard/api';
/** A server that does not answer for so long is away. */
const PATIENCE_MS = 15_000;

async function send(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(BASE + path, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (error) {
    throw new Problem('away', String(error));
  }
  if (!response.ok) {
    throw new Problem(kindOf(response.status), await response.text());
  }
  return response;
}

function kindOf(status: number): ProblemKind {
  if (status === 401) {
    return 'signed-out';
  }
  if (status === 503) {
    return 'database';
  }
  return status < 500 ? 'refused' : 'away';
}

export const load = async <T>(path: string): Promise<T> => (await send(path)).json();

export const signIn = (token: string) => send('/session', { method: 'POST', body: token });
export const signOut = () => send('/session', { method: 'DELETE' });
export const ignoreOwnVisits = (isIgnored: boolean) =>
  send('/session/ignored', { method: isIgnored ? 'PUT' : 'DELETE' });

/** The path of a question about a domain. */
export function pathOf(
  domain: Domain,
  what: string,
  range: Range,
  more: Readonly<Record<string, string>> = {},
): string {
  return `/domains/${domain.id}/${what}?${new URLSearchParams({ ...queryOf(range), ...more })}`;
}

/** The address of a table as a file, with all its rows. */
export const csvOf = (...question: Parameters<typeof pathOf>): string => {
  const [domain, what, range, more] = question;
  return BASE + pathOf(domain, what, range, { ...more, limit: '5000', format: 'csv' });
};
