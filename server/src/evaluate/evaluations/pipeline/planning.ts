import { type Clock, utcDay } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { hashJson } from '../../../kernel/json.ts';
import { createSlots } from '../../../kernel/slots.ts';
import { sentCharacters as charactersOfItem, type Item } from '../../../measure/benchmarks/benchmarks.ts';
import { pricedModels } from '../../../models/prices/prices.ts';
import type { Alongside, Database } from '../../../platform/db/db.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import { enqueueErase, enqueueRun } from '../evaluation-queue.ts';
import { CURRENT_GRADER_VERSIONS } from '../kinds/registry.ts';
import { type Plan, pricesOfPlan } from '../plan/plan.ts';
import type { FactsAt, References } from '../plan/references.ts';
import { chargedPrice } from '../plan/targets.ts';
import { repetitionWarnings } from '../results/graded-by.ts';
import type { Estimate } from '../schemas/estimate-schemas.ts';
import type { Evaluation, NewEvaluation } from '../schemas/evaluation-schemas.ts';
import type { PreflightResult } from '../schemas/preflight-schemas.ts';
import { type EvaluationHead, storedResults } from '../stores/evaluation-store.ts';
import { readItems } from '../stores/item-store.ts';
import { completePlan } from './complete-plan.ts';
import { defineEvaluation } from './define.ts';
import { readEarlierRuns } from './earlier-runs.ts';
import { estimateEvaluation } from './estimate.ts';
import { type Outline, outlinePlan } from './outline.ts';
import { withPreset } from './preset.ts';
import { type Definition, toEvaluation } from './to-response.ts';
import { tryDefinition } from './try-definition.ts';
import { copyEvaluation, newEvaluationRow, repeatedEvaluationRow, writeNewEvaluation } from './write-plan.ts';

/** How a stopped evaluation continues. */
export type RestartAction = 'resume' | 'retry' | 'rescore';

/** The estimate of an evaluation, and a digest of what it would do. */
export interface PricedPlan {
  estimate: Estimate;
  /**
   * Unchanged as long as the evaluation would send the same requests to the same models at the same prices and judge
   * the results alike.
   */
  meaning: string;
}

/** The estimate of a new evaluation, with what it would observe. */
export interface EvaluationEstimate extends PricedPlan {
  outline: Outline;
}

interface PlanningOptions {
  db: Database;
  clock: Clock;
  factsAt: FactsAt;
  references: References;
  jobs: JobQueue;
}

/**
 * Plans evaluations one at a time, because the data of each may take 64 MB. Estimates have their own queue, so that a
 * reader who estimates does not delay an editor who creates.
 */
export function createPlanning({ db, clock, factsAt, references: unpriced, jobs }: PlanningOptions) {
  const modelsWith = async (
    workspaceId: string,
    { which, day }: ReturnType<typeof pricesOfPlan>,
  ): Promise<References['models']> => pricedModels(unpriced.models, await factsAt(workspaceId, which), day);

  /** The prices in force now, as a plan stores them. */
  async function pricesNow(workspaceId: string): Promise<{ at: number } & Pick<Plan, 'prices' | 'pricesOf'>> {
    const at = clock.now();
    const prices = await unpriced.pricesInForce?.(workspaceId);
    return { at, pricesOf: utcDay(at), ...(prices && { prices }) };
  }

  /** References with the prices in force now. */
  async function referencesOf(
    workspaceId: string,
    admitOwnGraders?: References['admitOwnGraders'],
  ): Promise<References> {
    const now = await pricesNow(workspaceId);
    const { which, day } = pricesOfPlan(now, now.at);
    return {
      ...unpriced,
      ...(admitOwnGraders && { admitOwnGraders }),
      models: await modelsWith(workspaceId, { which, day }),
      today: () => day,
      ...(now.prices && { prices: now.prices }),
    };
  }
  const creating = createSlots(1);
  const estimating = createSlots(1);

  return {
    /**
     * Writes a new evaluation with its items and queues it. Throws 422 if it cannot be carried out, and `wrong_state`
     * if its meaning has changed.
     */
    create(
      workspaceId: string,
      given: NewEvaluation,
      alongside: Alongside<Evaluation>,
      meaning?: string,
      admitOwnGraders?: References['admitOwnGraders'],
    ): Promise<Evaluation> {
      return creating.run(async () => {
        const references = await referencesOf(workspaceId, admitOwnGraders);
        const input = await withPreset(references, workspaceId, given);
        const defined = await defineEvaluation(references, workspaceId, input);
        const draft = newEvaluationRow(workspaceId, input, defined, clock.now());
        const row = await writeNewEvaluation(db, draft, defined, {
          check(plan) {
            if (meaning !== undefined && meaning !== planMeaning(references.models, plan))
              throw meaningChangedError();
          },
          finish(batch, written) {
            enqueueRun(jobs, batch, workspaceId, written.id);
            alongside(batch, toEvaluation(written));
          },
          abandon: (batch, { id }) => enqueueErase(jobs, batch, workspaceId, id),
        });
        return toEvaluation(row);
      });
    },

    /** Estimates cost, power and meaning; samples its items without storing them. Throws as `create` does. */
    async estimate(workspaceId: string, given: NewEvaluation): Promise<EvaluationEstimate> {
      const earlier = await readEarlierRuns(db, workspaceId);
      return estimating.run(async () => {
        const references = await referencesOf(workspaceId);
        const input = await withPreset(references, workspaceId, given);
        const { count, complete } = completePlan(await defineEvaluation(references, workspaceId, input));
        await count();
        const planned = await complete();
        const estimate = estimateEvaluation(references.models, planned, earlier);
        return {
          estimate,
          meaning: planMeaning(references.models, planned.plan),
          outline: outlinePlan(references.models, planned.plan),
        };
      });
    },

    /** Sends one request to each target and judge. Throws as `create` does. */
    async preflight(
      workspaceId: string,
      given: NewEvaluation,
      signal: AbortSignal,
    ): Promise<PreflightResult> {
      const references = await referencesOf(workspaceId);
      const defined = await estimating.run(async () => {
        const input = await withPreset(references, workspaceId, given);
        return defineEvaluation(references, workspaceId, input);
      });
      return tryDefinition(references.models, defined, signal);
    },

    /**
     * The cost of repeating an existing plan at current prices, or of continuing an evaluation at its own prices; for
     * rescoring, the cost of its judges.
     */
    async estimateStored(
      from: EvaluationHead,
      plan: Plan,
      what: RestartAction | 'rerun',
    ): Promise<PricedPlan> {
      const earlier = await readEarlierRuns(db, from.workspace_id);
      return estimating.run(async () => {
        const models =
          what === 'rerun'
            ? (await referencesOf(from.workspace_id)).models
            : await modelsWith(from.workspace_id, pricesOfPlan(plan, from.created_at));
        const characters = await charactersOf(db, from, plan);
        const whole = estimateEvaluation(models, { plan, characters, warnings: [] }, earlier);
        const estimate = what === 'rerun' ? whole : estimateOfContinuing(what, whole);
        return { estimate, meaning: hashJson(pricesOf(models, plan)) };
      });
    },

    /** Writes and queues another evaluation of the same plan, which shares no responses with others. */
    repeat(
      source: EvaluationHead,
      plan: Plan,
      alongside: Alongside<Evaluation>,
      maxCostUsd?: number,
    ): Promise<Evaluation> {
      return creating.run(async () => {
        const { at, ...prices } = await pricesNow(source.workspace_id);
        const { plan: again, from } = withMaxCost(source, { ...plan, ...prices, fresh: true }, maxCostUsd);
        for (const target of [...again.targets, ...(again.judges ?? [])])
          unpriced.models.resolveTarget(target);
        const graded = { name: source.name, results: storedResults(source) };
        const warnings = repetitionWarnings(graded, CURRENT_GRADER_VERSIONS);
        const row = repeatedEvaluationRow(from, again, { now: at, warnings });
        const created = toEvaluation(row);
        await copyEvaluation(db, from, row, again, {
          finish(batch) {
            enqueueRun(jobs, batch, row.workspace_id, row.id);
            alongside(batch, created);
          },
          abandon: (batch) => enqueueErase(jobs, batch, row.workspace_id, row.id),
        });
        return created;
      });
    },
  };
}

/**
 * A digest of the plan, which contains everything that the definition refers to: stacks, scenarios, items, prices.
 */
function planMeaning(models: References['models'], plan: Plan): string {
  const { targets, scenarios, benchmarks, judges } = plan;
  return hashJson({ targets, scenarios, benchmarks, judges, prices: pricesOf(models, plan) });
}

/** The plan of an existing evaluation never changes, but the prices of its models may. */
function pricesOf(models: References['models'], { targets, judges = [] }: Plan) {
  return [...targets, ...judges].map((one) => ({
    provider: one.provider,
    modelId: one.modelId,
    price: chargedPrice(models, one) ?? null,
  }));
}

/** The error for an approval whose evaluation has changed its meaning. */
export function meaningChangedError(): AppError {
  return new AppError(
    'wrong_state',
    'A stack, scenario, dataset or price in this request has changed since; decline it and request it again.',
  );
}

/** Adds a cost limit to definition and plan; an existing limit is kept. */
function withMaxCost(from: EvaluationHead, plan: Plan, maxCostUsd: number | undefined) {
  if (maxCostUsd === undefined || plan.methodology.max_cost_usd !== null) return { from, plan };
  const definition = JSON.parse(from.definition_json) as Definition;
  const methodology = { ...definition.methodology, max_cost_usd: maxCostUsd };
  return {
    from: { ...from, definition_json: JSON.stringify({ ...definition, methodology }) },
    plan: { ...plan, methodology: { ...plan.methodology, max_cost_usd: maxCostUsd } },
  };
}

/** The estimate for continuing an evaluation, as an upper bound: how much was already measured is unknown here. */
function estimateOfContinuing(what: RestartAction, whole: Estimate): Estimate {
  const { delivery: _, cost_usd_if_direct: __, ...same } = whole;
  const { targets, judges = [], assumptions } = whole;
  if (what !== 'rescore') {
    return {
      ...whole,
      assumptions: [...assumptions, 'Completed units are not sent again, so it costs less.'],
    };
  }
  const priced = judges.flatMap(({ cost_usd }) => (cost_usd === null ? [] : [cost_usd]));
  return {
    ...same,
    cost_usd: priced.length < judges.length ? null : priced.reduce((sum, usd) => sum + usd, 0),
    targets: targets.map(({ target_label }) => ({
      target_label,
      calls: 0,
      input_tokens: 0,
      output_tokens: 0,
      cost_usd: 0,
    })),
    assumptions: [...assumptions, 'No target is called, and judges are called only where they failed.'],
  };
}

/** Number of items read at once. */
const READ_ITEMS = 500;

/** Characters of the messages of each benchmark's stored items. */
async function charactersOf(
  db: Database,
  { workspace_id, id }: EvaluationHead,
  plan: Plan,
): Promise<number[]> {
  const all: number[] = [];
  for (const [benchmark, { items }] of plan.benchmarks.entries()) {
    let characters = 0;
    for (let from = 0; from < items; from += READ_ITEMS) {
      const of = { workspaceId: workspace_id, id };
      for (const { content_json } of await readItems(db, of, benchmark, from, from + READ_ITEMS)) {
        characters += charactersOfItem(JSON.parse(content_json) as Item);
      }
    }
    all.push(characters);
  }
  return all;
}
