import type { Database } from '../db/db.ts';
import { BatchUndone, requireCommitted } from '../db/live.ts';
import { type Actor, type Role, requireRole } from '../kernel/actor.ts';
import { type Clock, toTimestamp } from '../kernel/clock.ts';
import { notFound } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { type Page, pageRequest, toPage } from '../kernel/page.ts';
import { anyKey, insertKey, type KeyRow, listKeys, revokeKey } from './access-store.ts';
import { hashSecret, newSecret } from './tokens.ts';

export interface KeyInput {
  name: string;
  role: Role;
  /** Limits the key to these workspaces; absent = all. */
  workspaces?: string[];
}

export interface KeyView {
  id: string;
  name: string;
  role: Role;
  workspaces: string[] | null;
  created_at: string;
}

/** A key as it is answered once, on creation: with its secret. */
export interface NewKeyView extends KeyView {
  key: string;
  warnings?: string[];
}

export interface Keys {
  create(actor: Actor, input: KeyInput): Promise<NewKeyView>;
  list(actor: Actor, query: { limit?: number; cursor?: string }): Promise<Page<KeyView>>;
  revoke(actor: Actor, id: string): Promise<void>;
}

/** API keys. `onChange` runs after each creation and revocation, before the caller is answered. */
export function createKeys(db: Database, clock: Clock, onChange: (revoked: string | null) => void): Keys {
  return {
    async create(actor, input) {
      requireRole(actor, 'admin');
      const secret = newSecret('ts');
      const row: KeyRow = {
        id: newId(clock.now()),
        name: input.name,
        role: input.role,
        workspaces_json: input.workspaces
          ? JSON.stringify(input.workspaces.map((id) => id.toLowerCase()))
          : null,
        hash: hashSecret(secret),
        created_at: clock.now(),
        revoked_at: null,
      };
      const first = !(await anyKey(db));
      requireCommitted(await db.write((batch) => insertKey(batch, row)));
      onChange(null);
      const view: NewKeyView = { ...toView(row), key: secret };
      if (first) {
        view.warnings = [
          'This is the first key: from now on every request needs one, also on this machine, and keys are needed for good.',
        ];
        if (row.role !== 'admin' || row.workspaces_json !== null) {
          view.warnings.push(
            'It cannot manage keys; make an admin key with: npm run touchstone -- keys create --role admin',
          );
        }
      }
      return view;
    },

    async list(actor, query) {
      requireRole(actor, 'admin');
      const warnings: string[] = [];
      const page = pageRequest(query, warnings);
      return toPage(await listKeys(db, page.limit, page.before), page, toView, warnings);
    },

    async revoke(actor, id) {
      requireRole(actor, 'admin');
      try {
        requireCommitted(await db.write((batch) => revokeKey(batch, id, clock.now())));
      } catch (error) {
        if (error instanceof BatchUndone) throw notFound('API key', id);
        throw error;
      }
      onChange(id);
    },
  };
}

function toView(row: KeyRow): KeyView {
  return {
    id: row.id,
    name: row.name,
    role: row.role as Role,
    workspaces: row.workspaces_json === null ? null : (JSON.parse(row.workspaces_json) as string[]),
    created_at: toTimestamp(row.created_at),
  };
}

/** The actor a key acts as. */
export function keyActor(row: KeyRow): Actor {
  const workspaces =
    row.workspaces_json === null ? null : new Set(JSON.parse(row.workspaces_json) as string[]);
  return { id: row.id, role: row.role as Role, workspaces };
}
