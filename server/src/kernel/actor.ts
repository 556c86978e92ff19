import { AppError, notFound } from './errors.ts';

export const ROLES = ['viewer', 'editor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Who asks. Every domain function takes an actor as its first argument. Only `access/` makes them for requests; jobs
 * and the program itself act as `systemActor`.
 */
export interface Actor {
  /** The API key's id; `open` on an open loopback server; `system` for the program itself. */
  readonly id: string;
  readonly role: Role;
  /** The workspaces this actor is limited to; null = all. */
  readonly workspaces: ReadonlySet<string> | null;
  /** An agent's key: what costs money or load it asks for, and a person decides. */
  readonly isAgent: boolean;
  /** Whether it may decide what others asked for: a person does, so never an agent's key. */
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

function hasRole(actor: Actor, needed: Role): boolean {
  return rank[actor.role] >= rank[needed];
}

/** Throws `forbidden`, saying which role is needed. */
export function requireRole(actor: Actor, needed: Role): void {
  if (!hasRole(actor, needed)) {
    throw new AppError(
      'forbidden',
      `This needs a key with the role ${needed}; this key's role is ${actor.role}.`,
    );
  }
}

/** Whether this actor may know of the workspace at all. */
export function canSeeWorkspace(actor: Actor, workspaceId: string): boolean {
  return actor.workspaces === null || actor.workspaces.has(workspaceId);
}

/**
 * The check at the door of every operation inside a workspace. Throws `not_found` for a workspace outside
 * the actor's list (the same answer as for one that does not exist), `forbidden` for a role too low.
 */
export function requireWorkspace(actor: Actor, workspaceId: string, needed: Role): void {
  if (!canSeeWorkspace(actor, workspaceId)) throw notFound('workspace', workspaceId);
  requireRole(actor, needed);
}
