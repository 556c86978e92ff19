import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/errors.ts';

/** What of a request decides who sends it and whether it is answered. */
export interface Credentials {
  authorization: string | undefined;
  sessionCookie: string | undefined;
  host: string | undefined;
  origin: string | undefined;
  fetchSite: string | undefined;
  /** Whether a proxy says that it passed the request on for someone (`Forwarded`, `X-Forwarded-For`, `Via` …). */
  forwarded: boolean;
  /** Whether the method may change something. */
  unsafe: boolean;
}

/** The bearer token of an Authorization header; null when there is no header. Throws `unauthenticated`. */
export function bearerToken(authorization: string | undefined): string | null {
  if (authorization === undefined) return null;
  const match = /^Bearer +([\w.~+/=-]{1,500})$/i.exec(authorization);
  if (!match) throw unauthenticated('The Authorization header must read: Bearer ts_…');
  return match[1] ?? null;
}

export function unauthenticated(detail: string): AppError {
  return new AppError('unauthenticated', detail);
}

/** The id of the actor while the service needs no key. */
export const OPEN_ACTOR_ID = 'open';

/** Any program of this machine may be behind it, so it decides nothing: the console's session and the owner do. */
export const openActor: Actor = {
  id: OPEN_ACTOR_ID,
  role: 'admin',
  workspaces: null,
  isAgent: false,
  mayDecide: false,
};
