import { sanitizeText } from '../../../kernel/sanitize-text.ts';
import {
  callCost,
  failureNote,
  isNameOfOtherModel,
  type ModelPrice,
  type ModelTrial,
  needsNetwork,
  otherModelMessage,
  trialMessage,
} from '../../../models/models.ts';
import { PermanentJobError } from '../../../platform/jobs/jobs.ts';
import type { TrialJudgement } from '../kinds/kind.ts';
import { kindOf } from '../kinds/registry.ts';
import {
  asksTargets,
  type Plan,
  type PlannedTarget,
  type Unit,
  unitAt,
  unitsOfBenchmarks,
} from '../plan/plan.ts';
import {
  describeOtherModels,
  describeRefusals,
  type Preflight,
  type PreflightEntry,
} from '../plan/preflight.ts';
import type { Payer } from '../run/budget.ts';
import { answeredSample, failedSample } from '../run/call-model.ts';
import { EvaluationFenced } from '../run/ledger.ts';
import type { ModelSlot } from '../run/model-slot.ts';
import { createResponseCache } from '../run/response-cache.ts';
import { openRun, type Run, type RunDeps, type RunHooks } from '../run/run.ts';
import { type EvaluationClaim, updateHeldEvaluation } from '../stores/evaluation-store.ts';
import { saveInterruptedRun } from './run-units.ts';
import { judgeTrial, targetTrialRequest } from './trial-requests.ts';

/** Time limit for the first token, and how long a response is read after it. */
export const TARGET_TRIAL_OPTIONS = { withinMs: 8_000, readOnMs: 1_500 } as const;
/** The complete response of a judge is read, within the time limit for a first token. */
export const JUDGE_TRIAL_OPTIONS = {
  ...TARGET_TRIAL_OPTIONS,
  wholeWithinMs: TARGET_TRIAL_OPTIONS.withinMs,
} as const;

/**
 * Sends one request with the parameters of the run to each target and judge, all at once, before anything else is
 * spent. Those that an earlier run checked are skipped. Returns the plan with the outcome, which is then durable.
 * Throws `PermanentJobError` if one refuses every request and the methodology says to stop.
 * @param facts stored facts of the run so far, as JSON
 */
export async function runPreflight(
  deps: RunDeps,
  held: EvaluationClaim,
  plan: Plan,
  facts: string | null,
  hooks: RunHooks,
): Promise<Plan> {
  const earlier = plan.preflight;
  const judges = plan.judges ?? [];
  const isOpen = (who: readonly PlannedTarget[], entries: Preflight['targets'] = []) =>
    who.map((one, i) => (entries[i] ?? null) === null && needsNetwork(one));
  if (!plan.benchmarks.some(asksTargets)) return plan;
  const [openTargets, openJudges] = [isOpen(plan.targets, earlier?.targets), isOpen(judges, earlier?.judges)];
  if (![...openTargets, ...openJudges].includes(true)) return plan;
  const run = await openRun(deps, held, plan, hooks);
  try {
    const leave = await deps.exclusive.share(run.signal);
    const ask = createTrials(run);
    const trials = [
      ...plan.targets.map(async (_, i) => (openTargets[i] ? ask.target(i) : earlier?.targets[i])),
      ...judges.map(async (_, i) => (openJudges[i] ? ask.judge(i) : earlier?.judges[i])),
    ];
    // If one fails, the calls of the others are still in progress.
    await Promise.allSettled(trials).finally(leave);
    const entries = (await Promise.all(trials)).map(orNull);
    const preflight = {
      targets: entries.slice(0, plan.targets.length),
      judges: entries.slice(plan.targets.length),
    };
    run.throwIfEnded();
    await storePreflight(deps, held, facts, preflight);
    if (plan.methodology.on_preflight_failure === 'stop') {
      const failed = [...describeRefusals(preflight), ...describeOtherModels(preflight)];
      if (failed.length > 0)
        throw new PermanentJobError(
          `${failed.join(' ')} No other request was sent. Correct the cause, then resume the evaluation if it was stored, or run it again.`,
        );
    }
    return { ...plan, preflight };
  } catch (error) {
    await saveInterruptedRun(run, null).catch(() => {});
    throw error;
  } finally {
    await run.grading.stop();
  }
}

const orNull = (entry: PreflightEntry | null | undefined) => entry ?? null;

async function storePreflight(
  { db }: RunDeps,
  held: EvaluationClaim,
  facts: string | null,
  preflight: Preflight,
): Promise<void> {
  const known = facts === null ? { targets: [] } : (JSON.parse(facts) as object);
  const run_facts_json = JSON.stringify({ ...known, preflight });
  // None of its calls is in progress any more; the following run counts its own.
  const set = { run_facts_json, calls_under_way: 0 };
  const outcome = await db.write((batch) => updateHeldEvaluation(batch, held, set));
  if (!outcome.committed)
    throw new EvaluationFenced('Another worker took over the evaluation after its preflight.');
}

/** Makes the trials; each resolves to null if nothing remains to be checked or the budget is spent. */
function createTrials(run: Run) {
  const { plan, deps } = run;
  const { models } = deps;
  const cache = createResponseCache(run);

  async function askOnce(
    payer: Payer,
    slot: ModelSlot,
    request: Parameters<typeof models.tryModel>[1],
    limits: typeof TARGET_TRIAL_OPTIONS = TARGET_TRIAL_OPTIONS,
  ) {
    if (!(await run.budget.reserve(payer))) return null;
    let cost: number | null = null;
    try {
      const trial = await run.calls.count(() =>
        models.tryModel(slot.target, request, {
          ...limits,
          signal: run.signal,
          async within(call, signal) {
            const place = await slot.limiter.acquire(signal);
            return call().finally(place.release);
          },
        }),
      );
      cost = trialCost(trial, slot.connection.price);
      run.active();
      return { trial, cost };
    } finally {
      run.budget.settle(payer, cost);
    }
  }

  async function asOneCall(payer: Payer, slot: ModelSlot, request: Parameters<typeof models.tryModel>[1]) {
    const asked = await askOnce(payer, slot, request);
    return asked && targetPreflightEntry(slot, asked.trial, asked.cost);
  }

  /**
   * Sends the request of a pending unit and stores its outcome as that of the unit, whose sample then has the cost. A
   * response to an identical request is used instead if there is one.
   */
  async function asUnit(slot: ModelSlot, unit: Unit, request: Parameters<typeof models.tryModel>[1]) {
    let entry: PreflightEntry | null = null;
    const sample = await cache.shared(
      unit,
      slot,
      request,
      (one) => one,
      async (requestKey) => {
        const asked = await askOnce(`target ${unit.target}`, slot, request);
        if (asked === null) return null;
        const { answer, failure, status, calls: attempts } = asked.trial;
        const now = deps.clock.now();
        entry = targetPreflightEntry(slot, asked.trial, answer === null ? asked.cost : 0);
        if (answer === null) {
          // As in the run, a unit refused by an exhausted account stays pending. So does every unit if no run
          // follows.
          const isPending = failure?.class === 'quota' || plan.methodology.on_preflight_failure === 'stop';
          if (failure === null || status !== 'refused' || isPending) return null;
          const refused = failedSample(unit, failure, attempts, now);
          await run.ledger.record(refused);
          return refused;
        }
        const { price } = slot.connection;
        const kept = answeredSample(unit, answer, { attempts, now, price, requestKey });
        await run.ledger.record(kept);
        return kept;
      },
    );
    if (entry !== null || sample === null) return entry;
    const { returned_model: returnedModel } = sample;
    return { ...PASSED_ENTRY, label: slot.target.label, returnedModel, ...otherModel(slot, returnedModel) };
  }

  return {
    async target(index: number): Promise<PreflightEntry | null> {
      const slot = run.targets[index] as ModelSlot;
      const unit = firstPending(run, index);
      // A refused batch is reported when it is submitted, before anything is paid.
      if (unit === null || plan.methodology.delivery === 'batch') return null;
      const request = await targetTrialRequest(plan, slot.target, unit, run.itemOf);
      const { trialRequest } = kindOf(plan.benchmarks[unit.benchmark] as Plan['benchmarks'][number]);
      if (trialRequest) return asOneCall(`target ${index}`, slot, request);
      return asUnit(slot, unit, request);
    },

    async judge(index: number): Promise<PreflightEntry | null> {
      const slot = run.judges[index] as ModelSlot;
      const judging = await judgeTrial(plan, slot.target, run.itemOf);
      if (judging === null) return null;
      const asked = await askOnce(`judge ${index}`, slot, judging.request, JUDGE_TRIAL_OPTIONS);
      return asked && judgePreflightEntry(slot, asked.trial, asked.cost, judging);
    },
  };
}

/** The first pending unit of a target. */
function firstPending({ plan, completed }: Run, target: number): Unit | null {
  const asked = plan.benchmarks.flatMap((benchmark, at) => (asksTargets(benchmark) ? [at] : []));
  for (const number of unitsOfBenchmarks(plan, asked)) {
    if (completed.isDone(number) || completed.isAnswered(number)) continue;
    const unit = unitAt(plan, number);
    if (unit.target === target) return unit;
  }
  return null;
}

/** Warns if a different model plainly gave the stored response. */
const otherModel = ({ target, connection }: ModelSlot, returnedModel: string | null) =>
  target.endpoint === undefined && isNameOfOtherModel(connection, returnedModel ?? '')
    ? { status: 'other_model' as const, message: otherModelMessage(returnedModel) }
    : {};

/** Fields that are equal for every passed entry whose response is stored. */
const PASSED_ENTRY = {
  status: 'passed',
  message: null,
  firstTokenMs: null,
  latencyMs: 0,
  parameters: null,
  cost: 0,
} as const;

/** @param cost cost in addition to that of the stored sample */
export function targetPreflightEntry(
  { target }: Pick<ModelSlot, 'target'>,
  trial: ModelTrial,
  cost: number | null,
): PreflightEntry {
  const { status, failure, returnedModel, firstTokenMs, latencyMs, parameters, learned, lessons } = trial;
  return {
    label: target.label,
    status,
    message: trialMessage(trial, TARGET_TRIAL_OPTIONS.withinMs),
    ...(failure && status === 'refused' && { refusal: failureNote(failure) }),
    returnedModel,
    firstTokenMs: firstTokenMs === null ? null : Math.round(firstTokenMs),
    latencyMs: Math.round(latencyMs),
    parameters: shortenParameters(parameters),
    ...(lessons.length > 0 && { learned, lessons }),
    cost,
    ...(trial.isEstimated && { isEstimated: true as const }),
  };
}

/** The preflight entry of a judge; it fails if the complete response is no judgement. */
export function judgePreflightEntry(
  slot: Pick<ModelSlot, 'target'>,
  trial: ModelTrial,
  cost: number | null,
  { problemOf }: Pick<TrialJudgement, 'problemOf'>,
): PreflightEntry {
  const entry = targetPreflightEntry(slot, trial, cost);
  const { answer } = trial;
  const problem = entry.status === 'passed' && answer !== null ? problemOf(answer.text) : null;
  if (answer === null || problem === null) return entry;
  const cut = answer.finishReason === 'length' ? ', and the token limit cut it off' : '';
  return {
    ...entry,
    status: 'undetermined',
    hasAnswered: true,
    message: `It responded, but its response cannot be read as a judgement (${problem}${cut}): ${quoteReplyText(answer.text)}`,
  };
}

/** Maximum number of characters of a response that a sentence quotes. */
const MAX_QUOTED = 300;

function quoteReplyText(reply: string): string {
  const line = sanitizeText(reply.replace(/[\s\p{Cc}]+/gu, ' ').trim());
  if (line === '') return 'it is empty.';
  return `“${line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED).toWellFormed()}…` : line}”.`;
}

/** Shortens parameters, because a schema may be long. */
const shortenParameters = (parameters: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      name === 'response_format' ? { type: (value as { type?: unknown }).type } : value,
    ]),
  );

/** Cost in 10⁻¹² USD; null if unknown. */
export function trialCost({ answer, usage }: ModelTrial, price: ModelPrice | undefined): number | null {
  const known = answer?.cost ?? (price === undefined ? null : callCost(usage, price));
  return known === null ? null : Number(known);
}
