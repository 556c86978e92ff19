import { AppError, notFound } from './errors.ts';

export const ROLES = ['viewer', 'editor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Who makes a request. Every domain function takes an actor as its first argument. Only `access/` creates actors for
 * requests; jobs and the program itself use `systemActor`.
 */
export interface Actor {
  /** The API key's id; `open` on an open loopback server; `system` for the program itself. */
  readonly id: string;
  readonly role: Role;
  /** The workspaces this actor is limited to; null for all. */
  readonly workspaces: ReadonlySet<string> | null;
  /** Whether the key belongs to an agent: its requests that cost money or load need a person's approval. */
  readonly isAgent: boolean;
  /** Whether it may decide approvals. Only people may, so this is false for an agent's key. */
  readonly mayDecide: boolean;
}

export const systemActor: Actor = {
  id: 'system',
  role: 'admin',
  workspaces: null,
  isAgent: false,
  mayDecide: false,
};

const rank: Record<Role, number> = { viewer: 0, editor: 1, admin: 2 };

export function hasRole(actor: Actor, needed: Role): boolean {
  return rank[actor.role] >= rank[needed];
}

/** Throws `forbidden`, naming the required role. */
export function requireRole(actor: Actor, needed: Role): void {
  if (!hasRole(actor, needed)) {
    throw new AppError(
      'forbidden',
      `This needs a key with the role ${needed}; this key's role is ${actor.role}.`,
    );
  }
}

/** Whether this actor may see that the workspace exists. */
export function canSeeWorkspace(actor: Actor, workspaceId: string): boolean {
  return actor.workspaces === null || actor.workspaces.has(workspaceId);
}

/**
 * The permission check of every operation inside a workspace. Throws `not_found` for a workspace outside the actor's
 * list (the same error as for one that does not exist), and `forbidden` if the role is too low.
 */
export function requireWorkspace(actor: Actor, workspaceId: string, needed: Role): void {
  if (!canSeeWorkspace(actor, workspaceId)) throw notFound('workspace', workspaceId);
  requireRole(actor, needed);
}
