import type { Batch } from '../db/db.ts';
import type { Estimate, Evaluation, Evaluations, NewEvaluation } from '../evaluations/evaluations.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Action } from './approval-schemas.ts';

type Body = Readonly<Record<string, unknown>>;
type Named = { evaluation_id: string };
type Again = Exclude<Action, 'create'>;

/** A request with its price, as it would be carried out. */
export interface Priced {
  body: Body;
  /** What everything that the body refers to came to; absent where it refers to nothing that may change. */
  meaning?: string;
  name: string;
  estimate: Estimate;
  capUsd: number | null;
}

/** What of an approval decides what is done. */
interface Approved {
  body: Body;
  meaning: string | null;
}

/** Adds to the batch that carries a request out; it becomes, or already is, the evaluation of this id. */
type Carried = (batch: Batch, evaluationId: string) => void;

/** One thing that costs money or load, and that a person may approve. */
export interface ApprovedAction {
  /** Asks no model. Throws what carrying it out would throw now. */
  price(actor: Actor, workspaceId: string, body: Body): Promise<Priced>;
  /** Throws `wrong_state` where it does not mean any more what it was priced as. */
  carryOut(actor: Actor, workspaceId: string, asked: Approved, carried: Carried): Promise<void>;
}

/** An evaluation that costs more than it was expected to is ended here, not where the price was approved. */
const CAP_FACTOR = 2;
/** Below it a single answer that is longer than assumed would end an evaluation. USD. */
const LEAST_CAP_USD = 0.01;

/** What costs, and how each is priced and carried out. */
export function createApprovedActions(evaluations: Evaluations): Readonly<Record<Action, ApprovedAction>> {
  const priceAgain = (actor: Actor, workspaceId: string, body: Body, what: Again, meaning?: string) =>
    evaluations.estimateAgain(actor, workspaceId, (body as Named).evaluation_id, what, meaning);
  const goOn = (what: 'resume' | 'retry' | 'rescore'): ApprovedAction => ({
    async price(actor, workspaceId, body) {
      const { evaluation, estimate, meaning } = await priceAgain(actor, workspaceId, body, what);
      const { evaluation_id } = body as Named;
      return {
        body: { evaluation_id },
        meaning,
        name: evaluation.name,
        estimate,
        capUsd: limitOf(evaluation),
      };
    },
    async carryOut(actor, workspaceId, { body, meaning }, carried) {
      if (meaning !== null) await priceAgain(actor, workspaceId, body, what, meaning);
      const { evaluation_id } = body as Named;
      await evaluations[what](actor, workspaceId, evaluation_id, (batch) => carried(batch, evaluation_id));
    },
  });
  return {
    create: {
      async price(actor, workspaceId, body) {
        const asked = body as NewEvaluation;
        const { estimate, meaning } = await evaluations.price(actor, workspaceId, asked);
        const given = asked.methodology?.max_cost_usd ?? null;
        const capUsd = given ?? capOf(estimate);
        const methodology =
          capUsd === null ? asked.methodology : { ...asked.methodology, max_cost_usd: capUsd };
        const capped = { ...asked, ...(methodology !== undefined && { methodology }) };
        return { body: capped, meaning, name: asked.name, estimate, capUsd };
      },
      async carryOut(actor, workspaceId, { body, meaning }, carried) {
        await evaluations.create(
          actor,
          workspaceId,
          body as NewEvaluation,
          (batch, { id }) => carried(batch, id),
          meaning ?? undefined,
        );
      },
    },
    resume: goOn('resume'),
    retry: goOn('retry'),
    rescore: goOn('rescore'),
    rerun: {
      async price(actor, workspaceId, body) {
        const { evaluation, estimate, meaning } = await priceAgain(actor, workspaceId, body, 'rerun');
        const given = limitOf(evaluation);
        const capUsd = given ?? capOf(estimate);
        const isSet = given === null && capUsd !== null;
        const { evaluation_id } = body as Named;
        const capped = { evaluation_id, ...(isSet && { max_cost_usd: capUsd }) };
        return { body: capped, meaning, name: evaluation.name, estimate, capUsd };
      },
      async carryOut(actor, workspaceId, { body, meaning }, carried) {
        if (meaning !== null) await priceAgain(actor, workspaceId, body, 'rerun', meaning);
        const { evaluation_id, max_cost_usd } = body as Named & { max_cost_usd?: number };
        await evaluations.rerun(
          actor,
          workspaceId,
          evaluation_id,
          (batch, { id }) => carried(batch, id),
          max_cost_usd,
        );
      },
    },
  };
}

const limitOf = ({ methodology }: Evaluation): number | null => methodology.max_cost_usd ?? null;

/**
 * The most that is approved where no limit was asked for: twice what is expected, in whole cents. An estimate takes
 * answers of 200 tokens where no length is set, and no retries. Null where no model has a known price: then nothing
 * could be counted.
 */
function capOf({ cost_usd }: Estimate): number | null {
  if (cost_usd === null) return null;
  return Math.max(LEAST_CAP_USD, Math.ceil(cost_usd * CAP_FACTOR * 100) / 100);
}
