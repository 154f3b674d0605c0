import { type Domain, load, type Session } from './api.ts';

/** Loaded before anything is shown. */
export interface Start {
  readonly session: Session;
  readonly domains: readonly Domain[];
}

/** Throws a `Problem`, for example if nobody is signed in. */
export async function loadStart(): Promise<Start> {
  const [session, domains] = await Promise.all([
    load<Session>('/session'),
    load<readonly Domain[]>('/domains'),
  ]);
  return { session, domains };
}
