import { type Actor, type Role, requireRole } from '../../kernel/actor.ts';
import { type Clock, toTimestamp } from '../../kernel/clock.ts';
import { AppError, impossibleField, notFound } from '../../kernel/errors.ts';
import { TOUCHSTONE_COMMAND } from '../../kernel/how-called.ts';
import { newId } from '../../kernel/ids.ts';
import { type Page, pageRequest, toPage } from '../../kernel/page.ts';
import type { Database } from '../db/db.ts';
import { BatchUndone, requireCommitted } from '../db/live-workspace.ts';
import {
  findKey,
  findLiveWorkspaces,
  hasEverHadKey,
  insertKey,
  type KeyRow,
  listKeys,
  revokeKey,
} from './access-store.ts';
import { hashSecret, newSecret } from './tokens.ts';

export interface KeyInput {
  name: string;
  role: Role;
  /** Limits the key to these workspaces; absent for all. */
  workspaces?: string[];
  /** Whether the key belongs to an agent, which needs approvals for anything that costs. Default false. */
  agent?: boolean;
}

export interface KeyView {
  id: string;
  name: string;
  role: Role;
  workspaces: string[] | null;
  agent: boolean;
  created_at: string;
}

/** A key with its secret, as it is returned once on creation. */
export interface NewKeyView extends KeyView {
  key: string;
  warnings?: string[];
}

/**
 * API keys. Every operation throws `forbidden` unless the actor is an admin who is not limited to certain workspaces.
 * `onChange` runs after each creation and revocation, before the response.
 */
export function createKeys(db: Database, clock: Clock, onChange: (revoked: string | null) => void) {
  return {
    /**
     * Throws `impossible` if the key would be limited to a workspace that does not exist, or if an agent would be an
     * admin.
     */
    async create(actor: Actor, input: KeyInput): Promise<NewKeyView> {
      requireKeyAdmin(actor);
      if (input.agent === true && input.role === 'admin') throw agentIsAdmin();
      const workspaces = input.workspaces && (await knownWorkspaces(db, input.workspaces));
      const secret = newSecret('ts');
      const row = newRow(clock, { ...input, ...(workspaces && { workspaces }) }, secret);
      const isFirst = !(await hasEverHadKey(db));
      requireCommitted(await db.write((batch) => insertKey(batch, row)));
      onChange(null);
      return { ...toView(row), key: secret, ...(isFirst && { warnings: firstKeyWarnings(row) }) };
    },

    async get(actor: Actor, id: string): Promise<KeyView> {
      requireKeyAdmin(actor);
      const row = await findKey(db, 'id', id);
      if (!row) throw notFound('API key', id);
      return toView(row);
    },

    async list(actor: Actor, query: { limit?: number; cursor?: string }): Promise<Page<KeyView>> {
      requireKeyAdmin(actor);
      const warnings: string[] = [];
      const page = pageRequest(query, warnings);
      return toPage(await listKeys(db, page.limit, page.before), page, toView, warnings);
    },

    async revoke(actor: Actor, id: string): Promise<void> {
      requireKeyAdmin(actor);
      try {
        requireCommitted(await db.write((batch) => revokeKey(batch, id, clock.now())));
      } catch (error) {
        if (error instanceof BatchUndone) throw notFound('API key', id);
        throw error;
      }
      onChange(id);
    },

    /** Makes this secret the first admin key, unless a key was ever created. */
    async bootstrap(secret: string): Promise<void> {
      if (await hasEverHadKey(db)) return;
      const row = newRow(clock, { name: 'bootstrap', role: 'admin' }, secret);
      // A duplicate means that another process with the same setting was first.
      await db.write((batch) => insertKey(batch, row, 'made_already'));
      onChange(null);
    },
  };
}

/** Otherwise someone limited to certain workspaces could create a key without this limit. */
function requireKeyAdmin(actor: Actor): void {
  requireRole(actor, 'admin');
  if (actor.workspaces !== null) {
    throw new AppError('forbidden', 'This key is limited to certain workspaces and cannot manage keys.');
  }
}

/** The ids in lower case, without duplicates. Throws `impossible` naming those that are not a workspace. */
async function knownWorkspaces(db: Database, sent: readonly string[]): Promise<string[]> {
  const ids = sent.map((id) => id.toLowerCase());
  const live = await findLiveWorkspaces(db, ids);
  const errors = ids.flatMap((id, i) =>
    live.has(id) ? [] : [{ pointer: `/workspaces/${i}`, detail: `there is no workspace ${id}` }],
  );
  if (errors.length > 0) {
    throw new AppError('impossible', 'A key can be limited only to workspaces that exist.', { errors });
  }
  return [...new Set(ids)];
}

/** An admin can create keys, and so an agent with this role could decide its own requests. */
function agentIsAdmin(): AppError {
  return impossibleField('/role', 'An agent’s key must have role viewer or editor, not admin.');
}

function newRow(clock: Clock, { name, role, workspaces, agent = false }: KeyInput, secret: string): KeyRow {
  const now = clock.now();
  return {
    id: newId(now),
    name,
    role,
    workspaces_json: workspaces ? JSON.stringify(workspaces) : null,
    is_agent: agent ? 1 : 0,
    hash: hashSecret(secret),
    created_at: now,
    revoked_at: null,
  };
}

function firstKeyWarnings(row: KeyRow): string[] {
  const warnings = [
    'This is the first key: open mode has ended. From now on every request needs a key, also on this machine, and revoking all keys does not bring open mode back.',
  ];
  if (row.role !== 'admin' || row.workspaces_json !== null) {
    warnings.push(
      `This key cannot manage keys; create one that can: ${TOUCHSTONE_COMMAND} keys create --name admin --role admin`,
    );
  }
  return warnings;
}

function toView(row: KeyRow): KeyView {
  return {
    id: row.id,
    name: row.name,
    role: row.role as Role,
    workspaces: row.workspaces_json === null ? null : (JSON.parse(row.workspaces_json) as string[]),
    agent: row.is_agent === 1,
    created_at: toTimestamp(row.created_at),
  };
}

/** The actor for requests with a key. */
export function keyActor(row: KeyRow): Actor {
  const workspaces =
    row.workspaces_json === null ? null : new Set(JSON.parse(row.workspaces_json) as string[]);
  const isAgent = row.is_agent === 1;
  return { id: row.id, role: row.role as Role, workspaces, isAgent, mayDecide: !isAgent };
}
