import { type Static, Type } from 'typebox';
import type { Evaluations } from '../../evaluate/evaluations/evaluations.ts';
import { NewEvaluation } from '../../evaluate/evaluations/schemas/evaluation-schemas.ts';
import type { Actor } from '../../kernel/actor.ts';
import { ACTIONS } from '../../platform/access/operations.ts';
import { Id, OneOf, PageOf, Warnings } from '../../platform/http/schemas.ts';
import { Approval, ApprovalQuery } from '../approvals/approval-schemas.ts';
import type { Approvals } from '../approvals/approvals.ts';
import { EvaluationReport, toReport } from './evaluation-view.ts';
import { ListInput, readFittingPage } from './list-input.ts';
import { defineTool, Input, type Tool } from './tool.ts';

const PRICED_FIELDS = ['units', 'cost_usd', 'duration_seconds'] as const;

/** An approval without its action, which the requester knows. */
const ListedApproval = Type.Object({
  ...Type.Omit(Approval, ['body', 'estimate']).properties,
  estimate: Type.Pick(Approval.properties.estimate, PRICED_FIELDS),
});

/** A request with its outcome. */
export const RequestState = Type.Object({
  approval: ListedApproval,
  evaluation: Type.Optional(EvaluationReport),
  next: Type.String({ description: 'The next step and who takes it.' }),
  warnings: Warnings,
});
export type RequestState = Static<typeof RequestState>;

const SPENDS_NOTE =
  'Because this costs money or load, nothing starts yet: a person decides in the console or with touchstone approvals. No tool can approve. Tell the person this, and call get_approval until the request is decided and has run.';

const CONTINUE_ACTIONS = ACTIONS.filter((action) => action !== 'create' && action !== 'fetch');

export function approvalTools({
  approvals,
  evaluations,
}: {
  approvals: Approvals;
  evaluations: Pick<Evaluations, 'get'>;
}): Tool[] {
  /** The state of an approval, with its evaluation once carried out. */
  async function stateOf(actor: Actor, workspaceId: string, approval: Approval): Promise<RequestState> {
    const listed = toListed(approval);
    if (approval.result === null) return { approval: listed, next: nextOf(approval) };
    const { evaluation_id } = approval.result;
    const { resource } = await evaluations.get(actor, workspaceId, evaluation_id);
    return { approval: listed, evaluation: toReport(resource), next: nextOf(approval, resource.status) };
  }

  return [
    defineTool({
      name: 'request_evaluation',
      operations: ['createEvaluation'],
      title: 'Request a new evaluation',
      description: `Requests approval to run a new evaluation with exactly this definition. Call estimate_evaluation first and report the cost to the person. ${SPENDS_NOTE}`,
      effect: 'spend',
      repeatable: false,
      input: NewEvaluation,
      output: RequestState,
      run: async (actor, workspaceId, input, message_id) =>
        stateOf(
          actor,
          workspaceId,
          await approvals.ask(actor, workspaceId, {
            action: 'create',
            body: input,
            ...(message_id && { message_id }),
          }),
        ),
    }),
    defineTool({
      name: 'request_again',
      operations: ['resumeEvaluation', 'retryEvaluation', 'rescoreEvaluation', 'rerunEvaluation'],
      title: 'Request to continue an evaluation',
      description: `Requests approval to resume a stopped evaluation, retry its failures, rescore its responses, or rerun it as a new evaluation. ${SPENDS_NOTE}`,
      effect: 'spend',
      repeatable: false,
      input: Input({
        evaluation_id: Id,
        action: OneOf<(typeof CONTINUE_ACTIONS)[number]>(CONTINUE_ACTIONS),
      }),
      output: RequestState,
      run: async (actor, workspaceId, { action, ...body }, message_id) =>
        stateOf(
          actor,
          workspaceId,
          await approvals.ask(actor, workspaceId, { action, body, ...(message_id && { message_id }) }),
        ),
    }),
    defineTool({
      name: 'request_benchmark_data',
      operations: ['fetchBenchmark'],
      title: 'Request benchmark data',
      description: `Requests approval to download the files of a public benchmark to this service. In list_benchmarks, \`offline\` shows whether they are present. An admin decides. ${SPENDS_NOTE}`,
      effect: 'spend',
      repeatable: false,
      input: Input({ benchmark_type: Type.String({ minLength: 1, maxLength: 100 }) }),
      output: RequestState,
      run: async (actor, workspaceId, body, message_id) =>
        stateOf(
          actor,
          workspaceId,
          await approvals.ask(actor, workspaceId, {
            action: 'fetch',
            body,
            ...(message_id && { message_id }),
          }),
        ),
    }),
    defineTool({
      name: 'get_approval',
      operations: ['getApproval'],
      title: 'Get an approval',
      description:
        'Returns an approval: whether it is pending, approved, declined, withdrawn or expired, and, once it has run, the status and results of its evaluation. Wait some seconds between two calls.',
      effect: 'read',
      input: Input({ approval_id: Id }),
      output: RequestState,
      run: async (actor, workspaceId, { approval_id }) =>
        stateOf(actor, workspaceId, await approvals.get(actor, workspaceId, approval_id)),
    }),
    defineTool({
      name: 'list_approvals',
      operations: ['listApprovals'],
      title: 'List approvals',
      description:
        'Returns the requests of a workspace that cost money or load, newest first, with their estimates.',
      effect: 'read',
      input: Input({ ...ListInput, status: ApprovalQuery.properties.status }),
      output: PageOf(ListedApproval),
      run: (actor, workspaceId, input) =>
        readFittingPage(input, async (page) => {
          const { data, ...rest } = await approvals.list(actor, workspaceId, { ...input, ...page });
          return { data: data.map(toListed), ...rest };
        }),
    }),
    defineTool({
      name: 'withdraw_request',
      operations: ['withdrawApproval'],
      title: 'Withdraw a request',
      description:
        'Withdraws a pending approval that this key requested. To stop a running evaluation, use cancel_evaluation.',
      effect: 'stop',
      input: Input({ approval_id: Id }),
      output: RequestState,
      run: async (actor, workspaceId, { approval_id }) =>
        stateOf(actor, workspaceId, await approvals.withdraw(actor, workspaceId, approval_id)),
    }),
  ];
}

function toListed({ body: _, estimate, ...approval }: Approval): Static<typeof ListedApproval> {
  const { units, cost_usd, duration_seconds } = estimate;
  return { ...approval, estimate: { units, cost_usd, duration_seconds } };
}

function nextOf({ status, expires_at }: Approval, run?: string): string {
  switch (status) {
    case 'pending':
      return `A person approves or declines it, until ${expires_at}.`;
    case 'approved':
      return run === 'queued' || run === 'running'
        ? 'It was approved and is running; get it again for the results.'
        : 'It was approved and has run.';
    case 'declined':
      return 'A person declined it; nothing was spent. Ask what should change before you request it again.';
    case 'withdrawn':
      return 'It was withdrawn; nothing was spent.';
    case 'expired':
      return 'It expired; nothing was spent. Request it again if it is still needed.';
  }
}
