import type {
  Estimate,
  Evaluation,
  Evaluations,
  NewEvaluation,
} from '../../evaluate/evaluations/evaluations.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/errors.ts';
import { hashJson } from '../../kernel/json.ts';
import type { Action } from '../../platform/access/operations.ts';
import type { Batch } from '../../platform/db/db.ts';

type Body = Readonly<Record<string, unknown>>;
type NamedResource = { evaluation_id: string };
type RestartInput = Exclude<Action, 'create' | 'fetch'>;

/** The data of public benchmarks, as needed to approve a download. */
export interface BenchmarkData {
  files(type: string): {
    title: string;
    files: readonly { name: string; address: string; sha256: string | null }[];
  };
  /** Needs the role admin. */
  fetch(actor: Actor, type: string, signal: AbortSignal): Promise<unknown>;
}

/** A request with its estimate. */
export interface PricedRequest {
  body: Body;
  /** A digest of everything that the body refers to; absent if that cannot change. */
  meaning?: string;
  name: string;
  estimate: Estimate;
  capUsd: number | null;
}

/** Fields of an approval that determine the action. */
interface ApprovedRequest {
  body: Body;
  meaning: string | null;
}

/** Adds to the batch that carries a request out; gets the id of its evaluation, if any. */
type AddToCarryOut = (batch: Batch, evaluationId: string | null) => void;

/** An action that costs money or load, which a person may approve. */
export interface ApprovedAction {
  /** Estimates the action without calling a model. Throws what carrying it out would throw now. */
  price(actor: Actor, workspaceId: string, body: Body): Promise<PricedRequest>;
  /** Carries out an approval. Throws `wrong_state` if its meaning has changed since the estimate. */
  carryOut(actor: Actor, workspaceId: string, asked: ApprovedRequest, carried: AddToCarryOut): Promise<void>;
}

/** Factor on the estimate for the default cost limit, above which the evaluation stops. */
const CAP_FACTOR = 2;
/** Minimum default cost limit in USD; below it, a single response longer than assumed would stop an evaluation. */
const MIN_CAP_USD = 0.01;

/** A slower download is aborted; the approval stays pending. */
const MAX_FETCHING_MS = 15 * 60_000;

/**
 * Actions that need an approval, with their estimates and execution. `write` commits a batch of a workspace. Data is
 * downloaded outside the batch, because downloading it twice changes nothing.
 */
export function createApprovedActions(
  evaluations: Evaluations,
  data: BenchmarkData,
  write: (workspaceId: string, fill: (batch: Batch) => void) => Promise<void>,
): Readonly<Record<Action, ApprovedAction>> {
  const priceAgain = (actor: Actor, workspaceId: string, body: Body, what: RestartInput, meaning?: string) =>
    evaluations.estimateAgain(actor, workspaceId, (body as NamedResource).evaluation_id, what, meaning);
  const continueEvaluation = (what: 'resume' | 'retry' | 'rescore'): ApprovedAction => ({
    async price(actor, workspaceId, body) {
      const { evaluation, estimate, meaning } = await priceAgain(actor, workspaceId, body, what);
      const { evaluation_id } = body as NamedResource;
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
      const { evaluation_id } = body as NamedResource;
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
    fetch: {
      async price(_actor, _workspace, body) {
        const { benchmark_type } = body as { benchmark_type: string };
        const { title, files } = data.files(benchmark_type);
        return {
          body: { benchmark_type },
          meaning: hashJson(files),
          name: title,
          estimate: {
            units: 0,
            cost_usd: 0,
            duration_seconds: null,
            benchmarks: [],
            targets: [],
            assumptions: files.map(
              ({ name, address, sha256 }) =>
                `Downloads ${name} from ${address}${sha256 === null ? ', without a known hash to verify it' : ''}.`,
            ),
          },
          capUsd: 0,
        };
      },
      async carryOut(actor, workspaceId, { body, meaning }, carried) {
        const { benchmark_type } = body as { benchmark_type: string };
        if (hashJson(data.files(benchmark_type).files) !== meaning)
          throw new AppError(
            'wrong_state',
            'The files have changed since the request; decline it and request it again.',
          );
        await data.fetch(actor, benchmark_type, AbortSignal.timeout(MAX_FETCHING_MS));
        await write(workspaceId, (batch) => carried(batch, null));
      },
    },
    resume: continueEvaluation('resume'),
    retry: continueEvaluation('retry'),
    rescore: continueEvaluation('rescore'),
    rerun: {
      async price(actor, workspaceId, body) {
        const { evaluation, estimate, meaning } = await priceAgain(actor, workspaceId, body, 'rerun');
        const given = limitOf(evaluation);
        const capUsd = given ?? capOf(estimate);
        const isSet = given === null && capUsd !== null;
        const { evaluation_id } = body as NamedResource;
        const capped = { evaluation_id, ...(isSet && { max_cost_usd: capUsd }) };
        return { body: capped, meaning, name: evaluation.name, estimate, capUsd };
      },
      async carryOut(actor, workspaceId, { body, meaning }, carried) {
        if (meaning !== null) await priceAgain(actor, workspaceId, body, 'rerun', meaning);
        const { evaluation_id, max_cost_usd } = body as NamedResource & { max_cost_usd?: number };
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
 * The default cost limit: twice the estimate, in whole cents. An estimate assumes responses of 200 tokens without a
 * stated length, and no retries. Null if no model has a known price, because nothing could be counted.
 */
function capOf({ cost_usd }: Estimate): number | null {
  if (cost_usd === null) return null;
  return Math.max(MIN_CAP_USD, Math.ceil(cost_usd * CAP_FACTOR * 100) / 100);
}
