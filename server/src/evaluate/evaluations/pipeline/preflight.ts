import { sanitizeText } from '../../../kernel/sanitize-text.ts';
import {
  costOf,
  type ModelPrice,
  type ModelTrial,
  namesOther,
  needsNetwork,
  noteOf,
  otherModelMessage,
  trialMessage,
} from '../../../models/models.ts';
import { GiveUp } from '../../../platform/jobs/jobs.ts';
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
import { describeOthers, describeRefusals, type Preflight, type PreflightEntry } from '../plan/preflight.ts';
import type { Payer } from '../run/budget.ts';
import { answeredSample, failedSample } from '../run/call-model.ts';
import { Fenced } from '../run/ledger.ts';
import type { ModelSlot } from '../run/model-slot.ts';
import { createAnswerCache } from '../run/response-cache.ts';
import { openRun, type Run, type RunDeps, type RunHooks } from '../run/run.ts';
import { type Held, updateFenced } from '../stores/evaluation-store.ts';
import { saveInterrupted } from './run-units.ts';
import { judgeTrial, targetRequest } from './trial-requests.ts';

/** Who says nothing for so long is undetermined; and so long an answer that has begun is read on. */
export const PREFLIGHT = { withinMs: 8_000, readOnMs: 1_500 } as const;
/** The reply of a judge is read, and so waited for as long as for a first token. */
export const JUDGE_PREFLIGHT = { ...PREFLIGHT, wholeWithinMs: PREFLIGHT.withinMs } as const;

/**
 * Asks each target and judge once with the parameters of the run, all at the same time, before anything else is spent.
 * Those that an earlier run asked are not asked again. Answers the plan with what came of it, which is durable by then.
 * Throws `GiveUp` where one refuses everything and the methodology says to stop; else as a run does.
 *
 * @param facts what is kept of the run so far, as JSON
 */
export async function runPreflight(
  deps: RunDeps,
  held: Held,
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
    // Where one fails, the calls of the others are still under way.
    await Promise.allSettled(trials).finally(leave);
    const entries = (await Promise.all(trials)).map(orNull);
    const preflight = {
      targets: entries.slice(0, plan.targets.length),
      judges: entries.slice(plan.targets.length),
    };
    run.throwIfEnded();
    await keep(deps, held, facts, preflight);
    if (plan.methodology.on_preflight_failure === 'stop') {
      const failed = [...describeRefusals(preflight), ...describeOthers(preflight)];
      if (failed.length > 0)
        throw new GiveUp(
          `${failed.join(' ')} No other request was sent. Correct the cause, then resume the evaluation if it was stored, or run it again.`,
        );
    }
    return { ...plan, preflight };
  } catch (error) {
    await saveInterrupted(run, null).catch(() => {});
    throw error;
  } finally {
    await run.grading.stop();
  }
}

const orNull = (entry: PreflightEntry | null | undefined) => entry ?? null;

async function keep({ db }: RunDeps, held: Held, facts: string | null, preflight: Preflight): Promise<void> {
  const known = facts === null ? { targets: [] } : (JSON.parse(facts) as object);
  const run_facts_json = JSON.stringify({ ...known, preflight });
  // None of its calls is under way any more; the run that follows counts its own.
  const set = { run_facts_json, calls_under_way: 0 };
  const outcome = await db.write((batch) => updateFenced(batch, held, set));
  if (!outcome.committed) throw new Fenced('Another worker took over the evaluation after its preflight.');
}

/** Each answers null where nothing is left to ask of it, and where the money is spent. */
function createTrials(run: Run) {
  const { plan, deps } = run;
  const { models } = deps;
  const cache = createAnswerCache(run);

  async function asking(
    payer: Payer,
    slot: ModelSlot,
    request: Parameters<typeof models.tryModel>[1],
    limits: typeof PREFLIGHT = PREFLIGHT,
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
      cost = costOfTrial(trial, slot.connection.price);
      run.active();
      return { trial, cost };
    } finally {
      run.budget.settle(payer, cost);
    }
  }

  async function asOneCall(payer: Payer, slot: ModelSlot, request: Parameters<typeof models.tryModel>[1]) {
    const asked = await asking(payer, slot, request);
    return asked && entryOf(slot, asked.trial, asked.cost);
  }

  /** The answer, or the refusal, is that of the unit, and its cost is the sample's; one that others were given is taken in its place. */
  async function asUnit(slot: ModelSlot, unit: Unit, request: Parameters<typeof models.tryModel>[1]) {
    let entry: PreflightEntry | null = null;
    const sample = await cache.shared(
      unit,
      slot,
      request,
      (one) => one,
      async (requestKey) => {
        const asked = await asking(`target ${unit.target}`, slot, request);
        if (asked === null) return null;
        const { answer, failure, status, calls: attempts } = asked.trial;
        const now = deps.clock.now();
        entry = entryOf(slot, asked.trial, answer === null ? asked.cost : 0);
        if (answer === null) {
          // As in the run: what an exhausted account refuses stays pending. So does everything where no run follows.
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
    return { ...NOT_ASKED, label: slot.target.label, returnedModel, ...otherModel(slot, returnedModel) };
  }

  return {
    async target(index: number): Promise<PreflightEntry | null> {
      const slot = run.targets[index] as ModelSlot;
      const unit = firstPending(run, index);
      // A batch that is refused says so when it is submitted, before anything is paid.
      if (unit === null || plan.methodology.delivery === 'batch') return null;
      const request = await targetRequest(plan, slot.target, unit, run.itemOf);
      const { trialRequest } = kindOf(plan.benchmarks[unit.benchmark] as Plan['benchmarks'][number]);
      if (trialRequest) return asOneCall(`target ${index}`, slot, request);
      return asUnit(slot, unit, request);
    },

    async judge(index: number): Promise<PreflightEntry | null> {
      const slot = run.judges[index] as ModelSlot;
      const judging = await judgeTrial(plan, slot.target, run.itemOf);
      if (judging === null) return null;
      const asked = await asking(`judge ${index}`, slot, judging.request, JUDGE_PREFLIGHT);
      return asked && judgeEntryOf(slot, asked.trial, asked.cost, judging);
    },
  };
}

/** The first unit of a target that is not asked yet. */
function firstPending({ plan, completed }: Run, target: number): Unit | null {
  const asked = plan.benchmarks.flatMap((benchmark, at) => (asksTargets(benchmark) ? [at] : []));
  for (const number of unitsOfBenchmarks(plan, asked)) {
    if (completed.isDone(number) || completed.isAnswered(number)) continue;
    const unit = unitAt(plan, number);
    if (unit.target === target) return unit;
  }
  return null;
}

/** What an answer that is kept says, where plainly another model gave it. */
const otherModel = ({ target, connection }: ModelSlot, returnedModel: string | null) =>
  target.endpoint === undefined && namesOther(connection, returnedModel ?? '')
    ? { status: 'other_model' as const, message: otherModelMessage(returnedModel) }
    : {};

/** What an answer that is kept shows as well as another one. */
const NOT_ASKED = {
  status: 'passed',
  message: null,
  firstTokenMs: null,
  latencyMs: 0,
  parameters: null,
  cost: 0,
} as const;

/** @param cost beside what is kept as a sample */
export function entryOf(
  { target }: Pick<ModelSlot, 'target'>,
  trial: ModelTrial,
  cost: number | null,
): PreflightEntry {
  const { status, failure, returnedModel, firstTokenMs, latencyMs, parameters, learned, lessons } = trial;
  return {
    label: target.label,
    status,
    message: trialMessage(trial, PREFLIGHT.withinMs),
    ...(failure && status === 'refused' && { refusal: noteOf(failure) }),
    returnedModel,
    firstTokenMs: firstTokenMs === null ? null : Math.round(firstTokenMs),
    latencyMs: Math.round(latencyMs),
    parameters: shown(parameters),
    ...(lessons.length > 0 && { learned, lessons }),
    cost,
    ...(trial.isEstimated && { isEstimated: true as const }),
  };
}

/** The same of a judge, which does not pass where its reply came whole and is no judgement. */
export function judgeEntryOf(
  slot: Pick<ModelSlot, 'target'>,
  trial: ModelTrial,
  cost: number | null,
  { problemOf }: Pick<TrialJudgement, 'problemOf'>,
): PreflightEntry {
  const entry = entryOf(slot, trial, cost);
  const { answer } = trial;
  const problem = entry.status === 'passed' && answer !== null ? problemOf(answer.text) : null;
  if (answer === null || problem === null) return entry;
  const cut = answer.finishReason === 'length' ? ', and the token limit cut it off' : '';
  return {
    ...entry,
    status: 'undetermined',
    hasAnswered: true,
    message: `It responded, but its response cannot be read as a judgement (${problem}${cut}): ${quoted(answer.text)}`,
  };
}

/** The most of a reply that a sentence shows, in characters. */
const MOST_QUOTED = 300;

function quoted(reply: string): string {
  const line = sanitizeText(reply.replace(/[\s\p{Cc}]+/gu, ' ').trim());
  if (line === '') return 'it is empty.';
  return `“${line.length > MOST_QUOTED ? `${line.slice(0, MOST_QUOTED).toWellFormed()}…` : line}”.`;
}

/** A schema may be long. */
const shown = (parameters: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      name === 'response_format' ? { type: (value as { type?: unknown }).type } : value,
    ]),
  );

/** In 10⁻¹² USD; null where it is not known. */
export function costOfTrial({ answer, usage }: ModelTrial, price: ModelPrice | undefined): number | null {
  const known = answer?.cost ?? (price === undefined ? null : costOf(usage, price));
  return known === null ? null : Number(known);
}
