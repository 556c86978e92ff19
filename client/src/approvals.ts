import type { components } from './generated.ts';

type Approval = components['schemas']['Approval'];
type Evaluation = components['schemas']['Evaluation'];

/** The call used an agent's key: nothing was started, because a person must approve it first. */
export class ApprovalNeeded extends Error {
  override readonly name = 'ApprovalNeeded';
  readonly approval: Approval;

  constructor(approval: Approval) {
    super(
      `This key belongs to an agent, so a person must approve the request by ${approval.expires_at}: approval ${approval.id}.`,
    );
    this.approval = approval;
  }
}

/** The evaluation that a call started. Throws `ApprovalNeeded` if an agent's key made the call. */
export async function begun(call: Promise<{ data?: Evaluation | Approval }>): Promise<Evaluation> {
  // Responses other than 2xx were thrown before this.
  const made = (await call).data as Evaluation | Approval;
  if ('action' in made) throw new ApprovalNeeded(made);
  return made;
}
