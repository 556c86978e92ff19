import type { Database } from '../db/db.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Clock } from '../kernel/clock.ts';
import { anyKey, keyByHash, keyBySession } from './access-store.ts';
import {
  bearerToken,
  type Credentials,
  checkCookieOrigin,
  checkHost,
  checkOrigin,
  openActor,
  type Reach,
  unauthenticated,
} from './gate.ts';
import { createIdempotency, type Idempotency } from './idempotency.ts';
import { createKeys, type Keys, keyActor } from './keys.ts';
import { createRateLimit, type Spent } from './rate-limit.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { hashSecret, sameSecret } from './tokens.ts';

export type { Credentials, Reach };

export interface AccessOptions {
  db: Database;
  clock: Clock;
  reach: Reach;
  requestsPerMinute: number;
  /** The owner's token of this run (a file only the owner can read); null = none. */
  ownerToken: string | null;
}

export interface Access {
  /** Who asks. Throws `unauthenticated`, `host_not_allowed` or `origin_not_allowed`. */
  identify(credentials: Credentials): Promise<Actor>;
  checkHost(credentials: Credentials): void;
  /** Counts one request; null = no limit holds for this actor. */
  spend(actor: Actor): Spent | null;
  /** Whether requests need no key: none was ever made, and only this machine can reach the service. */
  isOpen(): Promise<boolean>;
  keys: Keys;
  sessions: Sessions;
  idempotency: Idempotency;
  /** Calls back with the id of each key that is revoked here; answers a function that stops it. */
  onRevoked(listener: (keyId: string) => void): () => void;
}

/** A key made or revoked by another process is noticed within this time. */
const REMEMBER_MS = 1000;
const REMEMBERED = 1000;

export function createAccess({ db, clock, reach, requestsPerMinute, ownerToken }: AccessOptions): Access {
  const remembered = new Map<string, { actor: Actor; until: number }>();
  const listeners = new Set<(keyId: string) => void>();
  let keysExist = false;
  let openUntil = 0;

  const keys = createKeys(db, clock, (revoked) => {
    remembered.clear();
    openUntil = 0;
    if (revoked !== null) for (const listener of listeners) listener(revoked);
  });

  async function isOpen(): Promise<boolean> {
    if (!reach.boundToLoopback || keysExist) return false;
    if (clock.now() < openUntil) return true;
    keysExist = await anyKey(db);
    openUntil = clock.now() + REMEMBER_MS;
    return !keysExist;
  }

  /** The actor of a secret, looked up at most once a second. */
  async function lookUp(
    secret: string,
    find: () => Promise<Parameters<typeof keyActor>[0] | undefined>,
  ): Promise<Actor> {
    const hash = hashSecret(secret);
    const known = remembered.get(hash);
    if (known && known.until > clock.now()) return known.actor;
    const row = await find();
    if (!row) throw unauthenticated('This key or session is not known, has ended, or was revoked.');
    if (remembered.size >= REMEMBERED) remembered.clear();
    const actor = keyActor(row);
    remembered.set(hash, { actor, until: clock.now() + REMEMBER_MS });
    return actor;
  }

  async function identify(credentials: Credentials): Promise<Actor> {
    checkHost(credentials, reach);
    const token = bearerToken(credentials.authorization);
    if (token !== null) {
      if (ownerToken !== null && sameSecret(token, ownerToken)) return { ...openActor, id: 'owner' };
      return lookUp(token, () => keyByHash(db, hashSecret(token)));
    }
    if (await isOpen()) {
      checkOrigin(credentials, reach);
      return openActor;
    }
    const secret = credentials.sessionCookie;
    if (secret === undefined) throw unauthenticated('Send an API key: Authorization: Bearer ts_…');
    checkCookieOrigin(credentials, reach);
    return lookUp(secret, () => keyBySession(db, hashSecret(secret), clock.now()));
  }

  return {
    identify,
    checkHost: (credentials) => checkHost(credentials, reach),
    spend: createRateLimit(requestsPerMinute, clock),
    isOpen,
    keys,
    sessions: createSessions(db, clock),
    idempotency: createIdempotency(db, clock),
    onRevoked(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
