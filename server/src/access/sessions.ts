import type { Database } from '../db/db.ts';
import { requireCommitted } from '../db/live-workspace.ts';
import type { Clock } from '../kernel/clock.ts';
import { deleteSession, insertSession, keyByHash } from './access-store.ts';
import { unauthenticated } from './credentials.ts';
import { hashSecret, newSecret } from './tokens.ts';

const SESSION_DAYS = 30;

export interface Sessions {
  /** Trades a key for the secret of a browser session. Throws `unauthenticated`. */
  open(key: string): Promise<{ secret: string; expiresAt: number }>;
  close(secret: string): Promise<void>;
}

/**
 * Browser sessions, so that the console need not keep a key where scripts can read it. `onClose` runs after a
 * session was ended, before the caller is answered.
 */
export function createSessions(db: Database, clock: Clock, onClose: () => void): Sessions {
  return {
    async open(key) {
      const found = await keyByHash(db, hashSecret(key));
      if (!found) throw unauthenticated('This key is not known, or was revoked.');
      const secret = newSecret('tss');
      const now = clock.now();
      const expiresAt = now + SESSION_DAYS * 86_400_000;
      const row = { hash: hashSecret(secret), key_id: found.id, created_at: now, expires_at: expiresAt };
      requireCommitted(await db.write((batch) => insertSession(batch, row)));
      return { secret, expiresAt };
    },
    async close(secret) {
      requireCommitted(await db.write((batch) => deleteSession(batch, hashSecret(secret))));
      onClose();
    },
  };
}
