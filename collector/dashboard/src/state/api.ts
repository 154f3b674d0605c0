import type { Domain } from '../../../../contracts/dashboard.gen.ts';
import { queryOf, type Range } from './address.ts';

export type {
  Active,
  Domain,
  Feedback,
  FeedbackDays,
  Figures,
  ImprovementReport,
  ListedPage,
  Overview,
  PageReport,
  PageRow,
  Report,
  Row,
  Session,
} from '../../../../contracts/dashboard.gen.ts';

/**
 * `signed-out`: a token is required. `away`: the collector is down. `database`: PostgreSQL is down.
 */
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
/** After this time, the collector is considered down. */
const TIMEOUT_MS = 15_000;

/**
 * Returns the response body as a string. All failures are of type `Problem`, even during the body.
 */
async function send(path: string, init: RequestInit = {}): Promise<string> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(BASE + path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    text = await response.text();
  } catch (error) {
    throw new Problem('away', String(error));
  }
  if (!response.ok) {
    throw new Problem(kindOf(response.status), text);
  }
  return text;
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

export async function load<T>(path: string): Promise<T> {
  const text = await send(path);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Problem('away', String(error));
  }
}

export const signIn = (token: string, query = '') =>
  send(`/session${query}`, { method: 'POST', body: token });
export const signOut = () => send('/session', { method: 'DELETE' });
export const ignoreOwnVisits = (isIgnored: boolean) =>
  send('/session/ignored', { method: isIgnored ? 'PUT' : 'DELETE' });

/** The path of a report about a domain. */
export function pathOf(
  domain: Domain,
  what: string,
  range: Range,
  more: Readonly<Record<string, string>> = {},
): string {
  return `/domains/${domain.id}/${what}?${new URLSearchParams({ ...queryOf(range), ...more })}`;
}

/** The URL of a table as a CSV file with all rows. */
export const csvOf = (...report: Parameters<typeof pathOf>): string => {
  const [domain, what, range, more] = report;
  return BASE + pathOf(domain, what, range, { ...more, limit: '5000', format: 'csv' });
};
