import type { components } from './generated.ts';

type Approval = components['schemas']['Approval'];
type Evaluation = components['schemas']['Evaluation'];

/** The key is an agent's: nothing was begun, and a person has to approve it first. */
export class ApprovalNeeded extends Error {
  override readonly name = 'ApprovalNeeded';
  readonly approval: Approval;

  constructor(approval: Approval) {
    super(
      `This key is an agent’s, so a person has to approve it first, until ${approval.expires_at}: approval ${approval.id}.`,
    );
    this.approval = approval;
  }
}

/** The evaluation that a call begins. Throws `ApprovalNeeded` where an agent's key asked for it. */
export async function begun(call: Promise<{ data?: Evaluation | Approval }>): Promise<Evaluation> {
  // Whatever is not 2xx was thrown before this.
  const made = (await call).data as Evaluation | Approval;
  if ('action' in made) throw new ApprovalNeeded(made);
  return made;
}
