import { BlockList } from 'node:net';
import type { Actor } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { TOUCHSTONE_COMMAND } from '../../kernel/how-called.ts';
import type { Database } from '../db/db.ts';
import { findKey, findKeyBySession, hasEverHadKey, type KeyRow } from './access-store.ts';
import { clientAddress } from './client-address.ts';
import { bearerToken, type Credentials, OPEN_ACTOR_ID, openActor, unauthenticated } from './credentials.ts';
import { createIdempotency } from './idempotency.ts';
import type { KeyMark } from './key-mark.ts';
import { createKeys, keyActor } from './keys.ts';
import { createRateLimit, createSharedRateLimit } from './rate-limit.ts';
import {
  checkCookieOrigin,
  checkHost,
  checkOrigin,
  type HostSettings,
  isFromThisMachine,
  isOfOwnPage,
  isServedToOthers,
} from './request-origin.ts';
import { createSessions } from './sessions.ts';
import { hashSecret, sameSecret } from './tokens.ts';

export { OPEN_ACTOR_ID } from './credentials.ts';
export { createKeyMark } from './key-mark.ts';
export type { KeyInput, KeyView, NewKeyView } from './keys.ts';
export { createOwnerFile, readOwnerFile } from './owner-file.ts';
export type { RateLimitState } from './rate-limit.ts';
export type { Credentials, HostSettings };

export interface AccessOptions {
  db: Database;
  clock: Clock;
  hosts: HostSettings;
  requestsPerMinute: number;
  /** Remembers that keys exist even if the database is emptied. Default: not remembered. */
  keyMark?: KeyMark;
  /** Proxies whose `X-Forwarded-For` is trusted; none by default. */
  trustedProxies?: BlockList;
  /** The owner's token of this run (in a file that only the owner can read); null if there is none. */
  ownerToken: string | null;
}

export type Access = ReturnType<typeof createAccess>;

/** Keys created or revoked by another process take effect within this time. */
const REMEMBERED_MS = 1000;
const MAX_REMEMBERED = 1000;

export function createAccess(options: AccessOptions) {
  const { db, clock, hosts, requestsPerMinute, ownerToken, trustedProxies = new BlockList() } = options;
  const remembered = new Map<string, { actor: Actor; until: number }>();
  const listeners = new Set<(keyId: string) => void>();
  let keysExist = false;
  const hadKeys = () => options.keyMark?.isSet() ?? false;

  function sawKey(): void {
    keysExist = true;
    options.keyMark?.set();
  }

  let openUntil = 0;
  // Counts changes of keys and sessions, so that nothing read before a change is cached after it.
  let changes = 0;

  function forget(): void {
    changes++;
    remembered.clear();
    openUntil = 0;
  }

  const keys = createKeys(db, clock, (revoked) => {
    forget();
    // The first key ends open mode, and with it the streams that were opened without a key.
    const ended = revoked ?? (keysExist ? null : OPEN_ACTOR_ID);
    sawKey();
    if (ended !== null) for (const listener of listeners) listener(ended);
  });

  const sessions = createSessions(db, clock, forget);

  async function isOpen(): Promise<boolean> {
    if (keysExist || isServedToOthers(hosts) || hadKeys()) return false;
    if (clock.now() < openUntil) return true;
    const before = changes;
    const exist = await hasEverHadKey(db);
    if (changes === before && !exist) openUntil = clock.now() + REMEMBERED_MS;
    if (exist) sawKey();
    return !keysExist;
  }

  /** The actor for a secret, looked up at most once a second. */
  async function lookUp(
    kind: 'key' | 'session',
    secret: string,
    find: (hash: string) => Promise<KeyRow | undefined>,
  ): Promise<Actor> {
    const hash = hashSecret(secret);
    // The kind is part of the cache key: the secret of a session is not a key, and a key is not a cookie.
    const name = `${kind} ${hash}`;
    const known = remembered.get(name);
    if (known && known.until > clock.now()) return known.actor;
    const before = changes;
    const row = await find(hash);
    if (row) sawKey();
    if (!row) throw unauthenticated('This key or session is not known, has ended, or was revoked.');
    const actor = keyActor(row);
    if (changes !== before) return actor;
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(name, { actor, until: clock.now() + REMEMBERED_MS });
    return actor;
  }

  /**
   * Whether a request to an open service comes from the console: from a page of this service, with the session it was
   * given.
   */
  function isOfConsole({ sessionCookie, origin }: Credentials): boolean {
    return origin !== undefined && sessionCookie !== undefined && sessions.isOpen(sessionCookie);
  }

  async function identify(credentials: Credentials): Promise<Actor> {
    checkHost(credentials, hosts);
    const token = bearerToken(credentials.authorization);
    if (token !== null) {
      if (ownerToken !== null && sameSecret(token, ownerToken))
        return { ...openActor, id: 'owner', mayDecide: true };
      return lookUp('key', token, (hash) => findKey(db, 'hash', hash));
    }
    if (await isOpen()) {
      checkOrigin(credentials, hosts);
      if (isFromThisMachine(credentials)) return { ...openActor, mayDecide: isOfConsole(credentials) };
      throw unauthenticated(
        `Without a key the service only accepts direct requests from this machine by a loopback name. Create a key there: ${TOUCHSTONE_COMMAND} keys create --name me --role admin`,
      );
    }
    const secret = credentials.sessionCookie;
    if (secret === undefined) throw unauthenticated('Send an API key: Authorization: Bearer ts_…');
    checkCookieOrigin(credentials, hosts);
    return lookUp('session', secret, (hash) => findKeyBySession(db, hash, clock.now()));
  }

  return {
    /** Identifies the caller. Throws `unauthenticated`, `host_not_allowed` or `origin_not_allowed`. */
    identify,
    checkHost: (credentials: Credentials): void => checkHost(credentials, hosts),
    /** Throws `origin_not_allowed` for requests that a browser sends on behalf of another site. */
    checkOrigin: (credentials: Credentials): void => checkOrigin(credentials, hosts),
    /** The address of the client, from the address of the connection and `X-Forwarded-For`. */
    clientAddress: (connection: string, forwardedFor: string | undefined): string =>
      clientAddress(connection, forwardedFor, trustedProxies),
    /** Counts one request; null if this actor has no limit. */
    countRequest: db.capabilities.manyProcesses
      ? createSharedRateLimit(requestsPerMinute, db)
      : createRateLimit(requestsPerMinute, clock),
    /** Whether requests need no key: no key was ever created, and only this machine can connect. */
    isOpen,
    /**
     * Whether the service is open as far as this process knows: a key created by another process is noticed with the
     * next request.
     */
    wasOpen: (): boolean => !keysExist && !isServedToOthers(hosts) && !hadKeys(),
    /** Whether starting would be unsafe: there is no key, although others can connect or there was a key before. */
    async lacksKey(): Promise<boolean> {
      const exists = await hasEverHadKey(db);
      if (exists) sawKey();
      return !exists && (isServedToOthers(hosts) || hadKeys());
    },
    keys,
    sessions,
    /**
     * The secret of a session for the console of an open service, requested by a page of the console. Throws
     * `unauthenticated` if the service needs a key, and `origin_not_allowed` for other requesters.
     */
    async openSession(credentials: Credentials): Promise<string> {
      if (!(await isOpen())) throw unauthenticated('Send an API key: {"key": "ts_…"}');
      checkOrigin(credentials, hosts);
      if (!isFromThisMachine(credentials) || !isOfOwnPage(credentials)) {
        throw new AppError(
          'origin_not_allowed',
          `Without a key only the console of this service can create a session. Programs on this machine need neither key nor session; to decide approvals, use the command line: ${TOUCHSTONE_COMMAND} approvals`,
        );
      }
      const known = credentials.sessionCookie;
      return known !== undefined && sessions.isOpen(known) ? known : sessions.openWithoutKey();
    },
    idempotency: createIdempotency(db, clock),
    /**
     * Registers a callback that receives the id of each key that is revoked here, and the open actor's id when the
     * first key is created. Returns a function that unregisters it.
     */
    onRevoked(listener: (keyId: string) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
