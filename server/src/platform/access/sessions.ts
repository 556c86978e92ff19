import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Database } from '../db/db.ts';
import { requireCommitted } from '../db/live-workspace.ts';
import { deleteSession, findKey, insertSession } from './access-store.ts';
import { unauthenticated } from './credentials.ts';
import { hashSecret, newSecret } from './tokens.ts';

const SESSION_DAYS = 30;

/** Maximum number of sessions without a key; above it the oldest ones end. */
const MAX_WITHOUT_KEY = 1000;

/**
 * Browser sessions, so that the console need not keep a key where scripts can read it. `onClose` runs after a session
 * was ended, before the response.
 */
export function createSessions(db: Database, clock: Clock, onClose: () => void) {
  const wrong = createWrongLogins(clock);
  const withoutKey = new Set<string>();
  return {
    /**
     * Exchanges a key for the secret of a browser session. Throws `unauthenticated`, and `rate_limited` after too
     * many wrong keys from the address.
     */
    async open(key: string, address: string): Promise<{ secret: string; expiresAt: number }> {
      wrong.check(address);
      const found = await findKey(db, 'hash', hashSecret(key));
      if (!found) {
        wrong.count(address);
        throw unauthenticated('This key is not known, or was revoked.');
      }
      const secret = newSecret('tss');
      const now = clock.now();
      const expiresAt = now + SESSION_DAYS * 86_400_000;
      const row = { hash: hashSecret(secret), key_id: found.id, created_at: now, expires_at: expiresAt };
      requireCommitted(await db.write((batch) => insertSession(batch, row)));
      return { secret, expiresAt };
    },
    async close(secret: string): Promise<void> {
      if (withoutKey.delete(hashSecret(secret))) return;
      requireCommitted(await db.write((batch) => deleteSession(batch, hashSecret(secret))));
      onClose();
    },
    /** The secret of a new session in this process, for the console while no key exists. */
    openWithoutKey(): string {
      const secret = newSecret('tss');
      for (const hash of withoutKey) if (withoutKey.size >= MAX_WITHOUT_KEY) withoutKey.delete(hash);
      withoutKey.add(hashSecret(secret));
      return secret;
    },
    /** Whether this is the secret of such a session. */
    isOpen: (secret: string): boolean => withoutKey.has(hashSecret(secret)),
  };
}

const MAX_WRONG = 10;
const WRONG_WINDOW_MS = 60_000;
/** The number of addresses above which those whose minute has ended are dropped. */
const MAX_ADDRESSES = 10_000;

/** Counts wrong keys by client address, in windows of one minute. */
function createWrongLogins(clock: Clock) {
  const windows = new Map<string, { ends: number; wrong: number }>();
  const current = (address: string) => {
    const window = windows.get(address);
    const now = clock.now();
    // The window ends later than it can: the clock was set back.
    return window && window.ends > now && window.ends <= now + WRONG_WINDOW_MS ? window : undefined;
  };
  return {
    check(address: string): void {
      const window = current(address);
      if (!window || window.wrong < MAX_WRONG) return;
      throw new AppError(
        'rate_limited',
        `${MAX_WRONG} wrong keys were sent from this address; wait and try again.`,
        {
          retryAfter: (window.ends - clock.now()) / 1000,
        },
      );
    },
    count(address: string): void {
      const now = clock.now();
      if (windows.size >= MAX_ADDRESSES)
        for (const [each, { ends }] of windows) if (ends <= now) windows.delete(each);
      const { ends, wrong } = current(address) ?? { ends: now + WRONG_WINDOW_MS, wrong: 0 };
      windows.set(address, { ends, wrong: wrong + 1 });
    },
  };
}
