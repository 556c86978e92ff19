import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/errors.ts';

/** The parts of a request that decide who sends it and whether it is allowed. */
export interface Credentials {
  authorization: string | undefined;
  sessionCookie: string | undefined;
  host: string | undefined;
  origin: string | undefined;
  fetchSite: string | undefined;
  /** Whether a proxy header says that the request was forwarded (`Forwarded`, `X-Forwarded-For`, `Via` …). */
  forwarded: boolean;
  /** Whether the method may change something. */
  unsafe: boolean;
}

/** The bearer token of an Authorization header; null without the header. Throws `unauthenticated`. */
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

/**
 * Any program on this machine can be this actor, so it cannot decide approvals; the console's session and the owner
 * can.
 */
export const openActor: Actor = {
  id: OPEN_ACTOR_ID,
  role: 'admin',
  workspaces: null,
  isAgent: false,
  mayDecide: false,
};
