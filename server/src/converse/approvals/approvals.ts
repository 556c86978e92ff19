import type { Evaluations } from '../../evaluate/evaluations/evaluations.ts';
import { type Actor, requireWorkspace } from '../../kernel/actor.ts';
import { type Clock, toTimestamp, toTimestampOrNull } from '../../kernel/clock.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { TOUCHSTONE_COMMAND } from '../../kernel/how-called.ts';
import { newId } from '../../kernel/ids.ts';
import { hashJson } from '../../kernel/json.ts';
import { type Page, pageRequest, toPage } from '../../kernel/page.ts';
import { type Action, requirePermission } from '../../platform/access/operations.ts';
import type { Alongside, Batch, Database } from '../../platform/db/db.ts';
import {
  BatchUndone,
  guardLiveWorkspace,
  guardLiveWorkspaceExclusively,
  requireCommitted,
  requireLiveWorkspace,
} from '../../platform/db/live-workspace.ts';
import type { TellEvent } from '../../platform/events/events.ts';
import { type Approval, type ApprovalQuery, type Decision, isApprovalStatus } from './approval-schemas.ts';
import {
  type ApprovalRow,
  type DecisionColumns,
  decideApproval,
  deleteOldApprovals,
  findApproval,
  findKeyName,
  guardKeyNotRevoked,
  guardPendingLimit,
  insertApproval,
  listApprovals,
} from './approval-store.ts';
import { type BenchmarkData, createApprovedActions } from './approved-actions.ts';

export type { Approval } from './approval-schemas.ts';

/** A request for approval. */
export interface ApprovalRequest {
  action: Action;
  /** The body of the action's route: a `NewEvaluation`, or `{evaluation_id}`. */
  body: Readonly<Record<string, unknown>>;
  /** The message of the conversation in which it was requested. */
  message_id?: string;
}

export type Approvals = ReturnType<typeof createApprovals>;

interface ApprovalsOptions {
  db: Database;
  clock: Clock;
  tell: TellEvent;
  evaluations: Evaluations;
  data: BenchmarkData;
  /** Time until a request expires. */
  approvalMs: number;
}

/** Maximum characters of JSON: a person reads the request, and a list shows a hundred. */
const MAX_CHARACTERS = 64_000;
const MAX_PENDING = 100;
const TOO_MANY_PENDING = 'too_many_approvals';
/** How long expired and declined approvals are kept, so that agents can read their outcome. */
const EXPIRED_RETENTION_MS = 30 * 24 * 3_600_000;
/**
 * Number of old approvals of each status deleted with each new one, so that they decrease and the batch stays short.
 */
const MAX_DELETED = 20;
const PAGE = { fallback: 100, max: 100 };
const KEY_REVOKED = 'key_revoked';

/** Approvals: agents request actions that cost money or load, and people decide. */
export function createApprovals({ db, clock, tell, evaluations, data, approvalMs }: ApprovalsOptions) {
  const actions = createApprovedActions(evaluations, data, async (workspaceId, fill) => {
    const outcome = await db.write((batch) => {
      guardLiveWorkspace(batch, workspaceId);
      fill(batch);
    });
    requireCommitted(outcome, workspaceId);
  });

  async function requireApproval(workspaceId: string, id: string): Promise<ApprovalRow> {
    const row = await findApproval(db, workspaceId, id);
    if (row) return row;
    await requireLiveWorkspace(db, workspaceId);
    throw notFound('approval', id);
  }

  function requireOpen(row: ApprovalRow): void {
    if (row.status !== 'pending') throw refuseAction(`was already ${row.status}; request it again`);
    if (row.expires_at <= clock.now()) throw refuseAction('has expired; request it again');
    if (row.body_hash !== bodyHash(row.action, JSON.parse(row.body_json)))
      throw refuseAction('was changed in the database since it was requested; request it again');
  }

  /** Adds a decision to the batch that carries it out. */
  function addDecision(
    batch: Batch,
    row: ApprovalRow,
    {
      status,
      by,
      evaluationId,
    }: { status: DecisionColumns['status']; by: Actor; evaluationId: string | null },
  ): void {
    const result = evaluationId === null ? null : { evaluation_id: evaluationId };
    decideApproval(batch, row, {
      status,
      decided_by: by.id,
      decided_at: clock.now(),
      result_json: result && JSON.stringify(result),
    });
    tell(batch, row.workspace_id, { type: 'approval.decided', id: row.id, data: { status } });
  }

  async function endApproval(by: Actor, row: ApprovalRow, status: 'declined' | 'withdrawn'): Promise<void> {
    const outcome = await db.write((batch) => {
      guardLiveWorkspace(batch, row.workspace_id);
      addDecision(batch, row, { status, by, evaluationId: null });
    });
    requireCommitted(outcome, row.workspace_id);
  }

  return {
    /**
     * Estimates a request and stores it until a person decides. Throws what carrying it out would throw now, and
     * `limit_exceeded` for a body too long to review, or if too many are pending.
     */
    async ask(
      actor: Actor,
      workspaceId: string,
      { action, body, message_id }: ApprovalRequest,
      alongside: Alongside<Approval> = () => {},
    ): Promise<Approval> {
      requireWorkspace(actor, workspaceId, 'editor');
      if (JSON.stringify(body).length > MAX_CHARACTERS) throw tooLong();
      const priced = await actions[action].price(actor, workspaceId, body);
      const now = clock.now();
      const row = {
        workspace_id: workspaceId,
        id: newId(now),
        action,
        body_json: JSON.stringify(priced.body),
        body_hash: bodyHash(action, priced.body),
        meaning: priced.meaning ?? null,
        name: priced.name,
        estimate_json: JSON.stringify(priced.estimate),
        cap_usd: priced.capUsd,
        asked_by: actor.id,
        message_id: message_id ?? null,
        status: 'pending',
        created_at: now,
        expires_at: now + approvalMs,
        decided_by: null,
        decided_at: null,
        result_json: null,
      };
      const approval = toApproval({ ...row, key_name: await findKeyName(db, actor.id) }, now);
      const outcome = await db.write((batch) => {
        guardLiveWorkspaceExclusively(batch, workspaceId);
        deleteOldApprovals(batch, workspaceId, now - EXPIRED_RETENTION_MS, MAX_DELETED);
        guardPendingLimit(batch, workspaceId, { now, most: MAX_PENDING, orElse: TOO_MANY_PENDING });
        insertApproval(batch, row);
        tell(batch, workspaceId, { type: 'approval.created', id: row.id, data: { status: 'pending' } });
        alongside(batch, approval);
      });
      if (!outcome.committed && outcome.why === TOO_MANY_PENDING) throw noRoom();
      requireCommitted(outcome, workspaceId);
      return approval;
    },

    async list(actor: Actor, workspaceId: string, query: ApprovalQuery): Promise<Page<Approval>> {
      requireWorkspace(actor, workspaceId, 'viewer');
      const warnings: string[] = [];
      const page = pageRequest(query, warnings, PAGE);
      const now = clock.now();
      const { status } = query;
      if (status !== undefined && !isApprovalStatus(status)) {
        await requireLiveWorkspace(db, workspaceId);
        return toPage([], page, (row: ApprovalRow) => toApproval(row, now), [
          ...warnings,
          `No approval has the status "${status}".`,
        ]);
      }
      const rows = await listApprovals(db, workspaceId, { ...page, status: status ?? null, now });
      if (rows.length === 0) await requireLiveWorkspace(db, workspaceId);
      return toPage(rows, page, (row) => toApproval(row, now), warnings);
    },

    async get(actor: Actor, workspaceId: string, id: string): Promise<Approval> {
      requireWorkspace(actor, workspaceId, 'viewer');
      return toApproval(await requireApproval(workspaceId, id), clock.now());
    },

    /**
     * Approves a pending request and carries it out in one batch, or declines it. Throws `forbidden` for an actor
     * that may not decide; `wrong_state` if it was decided, has expired, or was requested with a key that is now
     * revoked; and what carrying it out throws, in which case it stays pending.
     */
    async decide(actor: Actor, workspaceId: string, id: string, { decision }: Decision): Promise<Approval> {
      requireWorkspace(actor, workspaceId, 'editor');
      const row = await requireApproval(workspaceId, id);
      requireDecider(actor);
      requireOpen(row);
      try {
        if (decision === 'decline') await endApproval(actor, row, 'declined');
        else {
          const body = JSON.parse(row.body_json) as ApprovalRequest['body'];
          const approved = { body, meaning: row.meaning };
          await actions[row.action as Action].carryOut(
            actor,
            workspaceId,
            approved,
            (batch, evaluationId) => {
              guardKeyNotRevoked(batch, row, KEY_REVOKED);
              addDecision(batch, row, { status: 'approved', by: actor, evaluationId });
            },
          );
        }
      } catch (error) {
        if (error instanceof BatchUndone && error.why === KEY_REVOKED)
          throw refuseAction('was requested with a key that has been revoked; decline it');
        // Someone else decided, or it expired, before this could be written.
        requireOpen(await requireApproval(workspaceId, id));
        throw error;
      }
      return toApproval(await requireApproval(workspaceId, id), clock.now());
    },

    /**
     * Withdraws a request for its requester. Throws `forbidden` for anyone else, and `wrong_state` if it was decided
     * or has expired.
     */
    async withdraw(actor: Actor, workspaceId: string, id: string): Promise<Approval> {
      requireWorkspace(actor, workspaceId, 'editor');
      const row = await requireApproval(workspaceId, id);
      if (row.asked_by !== actor.id)
        throw new AppError(
          'forbidden',
          'Only the requester can withdraw an approval; others can decline it.',
        );
      requireOpen(row);
      try {
        await endApproval(actor, row, 'withdrawn');
      } catch (error) {
        requireOpen(await requireApproval(workspaceId, id));
        throw error;
      }
      return toApproval(await requireApproval(workspaceId, id), clock.now());
    },
  };
}

/** Throws `forbidden` with a message that says who may decide. */
function requireDecider(actor: Actor): void {
  requirePermission(actor, 'decideApproval');
  if (actor.mayDecide) return;
  throw new AppError(
    'forbidden',
    `Without a key, approvals are decided in the console or with: ${TOUCHSTONE_COMMAND} approvals. Other requests could come from any program.`,
  );
}

function refuseAction(what: string): AppError {
  return new AppError('wrong_state', `This approval ${what}.`);
}

function noRoom(): AppError {
  return new AppError(
    'limit_exceeded',
    `${MAX_PENDING} approvals of this workspace are pending; a person must decide some before more can be requested.`,
  );
}

function tooLong(): AppError {
  return new AppError(
    'limit_exceeded',
    `A request for approval may have at most ${MAX_CHARACTERS} characters of JSON; add the inputs as a source and use it as the dataset.`,
  );
}

const bodyHash = (action: string, body: unknown) => hashJson({ action, body });

function toApproval(row: ApprovalRow, now: number): Approval {
  const isOver = row.status === 'pending' && row.expires_at <= now;
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    action: row.action as Action,
    body: JSON.parse(row.body_json),
    body_hash: row.body_hash,
    evaluation_name: row.name,
    estimate: JSON.parse(row.estimate_json),
    cap_usd: row.cap_usd,
    asked_by: row.asked_by,
    asked_by_name: row.key_name,
    message_id: row.message_id,
    status: isOver ? 'expired' : (row.status as Approval['status']),
    created_at: toTimestamp(row.created_at),
    expires_at: toTimestamp(row.expires_at),
    decided_by: row.decided_by,
    decided_at: toTimestampOrNull(row.decided_at),
    result: row.result_json === null ? null : JSON.parse(row.result_json),
  };
}
