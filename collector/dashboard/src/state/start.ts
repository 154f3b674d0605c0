import { type Domain, load, type Session } from './api.ts';

/** The data that is loaded before anything is displayed. */
export interface Start {
  readonly session: Session;
  readonly domains: readonly Domain[];
}

/** Throws a `Problem`, for example if there is no session. */
export async function loadStart(): Promise<Start> {
  const [session, domains] = await Promise.all([
    load<Session>('/session'),
    load<readonly Domain[]>('/domains'),
  ]);
  return { session, domains };
}
