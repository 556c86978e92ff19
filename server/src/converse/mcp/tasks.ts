import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  fromJsonSchema,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/errors.ts';
import type { RequestState, Tool, Tools } from '../tools/tools.ts';

/** The extension of 2026-07-28 for responses that arrive later: https://modelcontextprotocol.github.io/ext-tasks/ */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** Poll interval: a person decides within minutes. */
const POLL_PENDING_MS = 5000;
const POLL_RUNNING_MS = 2000;

const TaskParams = fromJsonSchema<{ taskId: string }>({
  type: 'object',
  properties: { taskId: { type: 'string', maxLength: 200 } },
  required: ['taskId'],
});

/** Whether the client accepts a later response, which it states with each request. */
export function acceptsTasks({ mcpReq }: ServerContext): boolean {
  const envelope = mcpReq.envelope as Record<string, ClientCapabilities | undefined> | undefined;
  return envelope?.[CLIENT_CAPABILITIES_META_KEY]?.extensions?.[TASKS_EXTENSION] !== undefined;
}

/**
 * Responds to `tasks/get`, `tasks/update` and `tasks/cancel`. A task is an approval and, once carried out, its
 * evaluation. Both are rows of the database and the task id is that of the approval, so nothing else is stored.
 */
export function answerTasks(server: Server, tools: Tools, actor: Actor): void {
  const tool = (name: string) => tools.get(name) as Tool;
  async function read(taskId: string): Promise<RequestState> {
    const [workspaceId = '', approvalId = ''] = taskId.split('.');
    try {
      return (await tool('get_approval').run(actor, workspaceId, {
        approval_id: approvalId,
      })) as RequestState;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no such task: ${error.message}`);
    }
  }
  const on = (method: string, answer: (taskId: string) => Promise<Record<string, unknown>>) =>
    server.setRequestHandler(method, { params: TaskParams }, async ({ taskId }, context) => {
      if (!acceptsTasks(context))
        throw new MissingRequiredClientCapabilityError({
          requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } },
        });
      return answer(taskId);
    });

  on('tasks/get', async (taskId) => toTask(await read(taskId)));
  // No task requests input from its client.
  on('tasks/update', async (taskId) => {
    await read(taskId);
    return {};
  });
  on('tasks/cancel', async (taskId) => {
    const { approval, evaluation } = await read(taskId);
    const workspaceId = approval.workspace_id;
    try {
      if (approval.status === 'pending')
        await tool('withdraw_request').run(actor, workspaceId, { approval_id: approval.id });
      else if (evaluation?.status === 'queued' || evaluation?.status === 'running')
        await tool('cancel_evaluation').run(actor, workspaceId, { evaluation_id: evaluation.id });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // It ended or was decided meanwhile, so there is nothing to cancel.
      if (error.code !== 'wrong_state')
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${error.code}: ${error.message}`);
    }
    return {};
  });
}

/** A new task, in place of the result of the call. */
export function toCreatedTask(state: RequestState): CallToolResult {
  return { ...toTask(state), resultType: 'task' } as unknown as CallToolResult;
}

function toTask(state: RequestState): Record<string, unknown> {
  const { approval, evaluation, next } = state;
  const { workspace_id, id, created_at, decided_at, expires_at } = approval;
  const isPending = approval.status === 'pending';
  const common = {
    taskId: `${workspace_id}.${id}`,
    statusMessage: evaluation ? `${next} ${evaluation.status}, ${evaluation.progress_percent} %.` : next,
    createdAt: created_at,
    lastUpdatedAt: evaluation?.completed_at ?? evaluation?.started_at ?? decided_at ?? created_at,
    ttlMs: isPending ? Date.parse(expires_at) - Date.parse(created_at) : null,
    pollIntervalMs: isPending ? POLL_PENDING_MS : POLL_RUNNING_MS,
  };
  const status = statusOf(state);
  return status === 'completed' ? { ...common, status, result: resultOf(state) } : { ...common, status };
}

function statusOf({ approval, evaluation }: RequestState): 'working' | 'completed' | 'cancelled' {
  if (approval.status === 'pending') return 'working';
  if (evaluation === undefined) return approval.status === 'withdrawn' ? 'cancelled' : 'completed';
  if (evaluation.status === 'queued' || evaluation.status === 'running') return 'working';
  return evaluation.status === 'cancelled' && evaluation.stop_reason === 'user' ? 'cancelled' : 'completed';
}

/** The result that the call would have returned; `resultType` says that it is complete. */
function resultOf(state: RequestState): CallToolResult {
  return {
    resultType: 'complete',
    content: [{ type: 'text', text: JSON.stringify(state) }],
    structuredContent: state as unknown as Record<string, unknown>,
    isError:
      state.approval.action === 'fetch'
        ? state.approval.status !== 'approved'
        : state.evaluation?.status !== 'completed',
  };
}
