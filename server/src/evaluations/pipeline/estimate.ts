import { meanOf } from '../../catalog/catalog.ts';
import { toUsdNumber } from '../../kernel/money.ts';
import { costOf, type Models } from '../../models/models.ts';
import { detectableByMcnemar, FEWEST_ITEMS, fewestItemsForTie } from '../../statistics/statistics.ts';
import type { WindowPlan } from '../../traffic/traffic.ts';
import { closedLoopRps } from '../../traffic/traffic.ts';
import { USUAL_RATES } from '../kinds/capacity/run.ts';
import { estimateJudges, JUDGE_ASSUMPTION } from '../kinds/judging/estimate.ts';
import { independentItems } from '../plan/clusters.ts';
import {
  countUnits,
  isAsked,
  isScored,
  type Plan,
  type PlannedCapacity,
  type PlannedTarget,
} from '../plan/plan.ts';
import type { Estimate } from '../schemas/estimate-schemas.ts';

/** Characters in a token of English text and code, roughly: 338k estimated against 325k counted tokens. */
const CHARACTERS_PER_TOKEN = 4;
/** Assumed where a target sets no max_tokens. */
const OUTPUT_TOKENS = 200;
/** Assumed share of items on which two targets differ, for the smallest detectable difference. */
const DISCORDANCE = 0.2;
const POWER = 0.8;
const LOAD_ASSUMPTION =
  'Load: the requests that count. The warm-up of each window comes on top: a fifth of its time, one second at least and five at most.';
const CAPACITY_ASSUMPTION = `A search for capacity: ${USUAL_RATES} rates from the peak on, each with num_samples requests. The target decides how many it takes; after an hour no further rate is tried but the confirmation.`;

/** A plan, and how much text it sends. */
export interface Planned {
  plan: Plan;
  /** Characters of the messages of each benchmark's items, once. */
  characters: readonly number[];
  warnings: readonly string[];
}

/** What an evaluation would cost and could find out; asks no model. `latencyOf` = median ms of earlier calls. */
export function estimateEvaluation(
  models: Models,
  { plan, characters, warnings }: Planned,
  latencyOf: (target: PlannedTarget) => number | null,
): Estimate {
  const targets = plan.targets.map((target) => estimateTarget(models, plan, characters, target));
  const judges = estimateJudges(models, plan, characters, {
    tokensOf: (read) => read / CHARACTERS_PER_TOKEN,
    answerTokens: OUTPUT_TOKENS,
  });
  const priced = [...targets, ...judges].flatMap(({ cost_usd }) => (cost_usd === null ? [] : [cost_usd]));
  const scored = plan.benchmarks.filter(isScored);
  const family = scored.length * Math.max(1, (plan.targets.length * (plan.targets.length - 1)) / 2);
  return {
    units: countUnits(plan),
    cost_usd: priced.length === 0 ? null : priced.reduce((sum, usd) => sum + usd, 0),
    duration_seconds: durationOf(plan, characters, latencyOf),
    benchmarks: scored.map(({ key, items, clusters }) => ({
      benchmark: key,
      items,
      smallest_detectable_difference:
        plan.targets.length < 2 ? null : smallestDifference(independentItems(items, clusters), plan, family),
      items_for_a_tie: fewestItemsForTie(plan.methodology.margin, 1 - plan.methodology.confidence_level),
    })),
    targets,
    ...(judges.length > 0 && { judges }),
    assumptions: [
      `Input: one token for ${CHARACTERS_PER_TOKEN} characters. Output: max_tokens of the stack, or ${OUTPUT_TOKENS} where none is set. No retries.`,
      `Smallest detectable difference: targets differ on ${DISCORDANCE * 100} % of the items (more when the difference itself needs more), power ${POWER}, ${family} comparison(s) in the family; items of one cluster count once.`,
      'Duration: the median latency of earlier evaluations of the same models in this workspace at the starting concurrency.',
      ...(judges.length > 0 ? [JUDGE_ASSUMPTION] : []),
      ...(plan.benchmarks.some(({ windows, capacity }) => (windows?.slice.warmupMs ?? 0) > 0 || capacity)
        ? [LOAD_ASSUMPTION]
        : []),
      ...(plan.benchmarks.some(({ capacity }) => capacity !== undefined) ? [CAPACITY_ASSUMPTION] : []),
    ],
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  };
}

function estimateTarget(
  models: Models,
  plan: Plan,
  characters: readonly number[],
  target: PlannedTarget,
): Estimate['targets'][number] {
  const asked = estimateAnswers(plan, characters, target);
  const sent = estimateWindows(plan);
  const calls = asked.calls + sent.calls;
  const input_tokens = Math.ceil(asked.input_tokens + sent.input_tokens);
  const output_tokens = Math.ceil(asked.output_tokens + sent.output_tokens);
  // With nothing to call the provider need not be configured.
  const price = calls === 0 ? undefined : models.resolve(target.provider, target.modelId).price;
  const cost = price
    ? costOf({ input_tokens, output_tokens, reasoning_tokens: null, cached_tokens: null }, price)
    : null;
  return {
    target_label: target.label,
    calls,
    input_tokens,
    output_tokens,
    cost_usd: cost === null ? null : toUsdNumber(cost),
  };
}

interface Volume {
  calls: number;
  input_tokens: number;
  output_tokens: number;
}

function estimateAnswers(
  { benchmarks, methodology }: Plan,
  characters: readonly number[],
  target: PlannedTarget,
): Volume {
  let [items, sent] = [0, 0];
  for (const [i, benchmark] of benchmarks.entries()) {
    if (!isAsked(benchmark)) continue;
    items += benchmark.items;
    sent += characters[i] ?? 0;
  }
  const calls = items * methodology.epochs;
  return {
    calls,
    input_tokens: (sent * methodology.epochs) / CHARACTERS_PER_TOKEN,
    output_tokens: calls * (target.maxTokens ?? OUTPUT_TOKENS),
  };
}

/** The requests of load that count; those of warm-ups come on top. */
function estimateWindows({ benchmarks, methodology }: Plan): Volume {
  const total: Volume = { calls: 0, input_tokens: 0, output_tokens: 0 };
  for (const { windows, capacity } of benchmarks) {
    const sent = windows
      ? { ...windows.slice, times: windows.slices }
      : capacity && { ...capacity.load, times: USUAL_RATES };
    if (!sent) continue;
    const { requests, inputTokens, outputTokens } = sent;
    const calls = requests * sent.times * methodology.epochs;
    total.calls += calls;
    total.input_tokens += calls * (meanOf(inputTokens) ?? 0);
    total.output_tokens += calls * (meanOf(outputTokens) ?? 0);
  }
  return total;
}

/** Of so many independent items; null where fewer than may name a winner are asked, and where no difference is large enough. */
function smallestDifference(n: number, { methodology }: Plan, family: number): number | null {
  if (n < FEWEST_ITEMS) return null;
  const alpha = (1 - methodology.confidence_level) / family;
  return detectableByMcnemar(n, DISCORDANCE, { alpha, power: POWER });
}

function durationOf(
  plan: Plan,
  characters: readonly number[],
  latencyOf: (target: PlannedTarget) => number | null,
): number | null {
  let milliseconds = 0;
  for (const target of plan.targets) {
    const { calls } = estimateAnswers(plan, characters, target);
    const windows = windowsMs(plan, latencyOf(target));
    const latency = calls === 0 ? 0 : latencyOf(target);
    if (latency === null || windows === null) return null;
    milliseconds += (latency * calls) / plan.methodology.concurrency + windows;
  }
  return Math.round(milliseconds) / 1000;
}

/** Windows run one after another; one without a schedule takes as long as its answers. */
function windowsMs({ benchmarks, methodology }: Plan, latency: number | null): number | null {
  let milliseconds = 0;
  for (const { windows, capacity } of benchmarks) {
    if (windows) {
      const each = windows.sliceMs ?? closedLoopMs(windows.slice, latency);
      if (each === null) return null;
      milliseconds += each * windows.slices * methodology.epochs;
    } else if (capacity) milliseconds += searchMs(capacity) * methodology.epochs;
  }
  return milliseconds;
}

/** Null where the latency of the target is not known. */
function closedLoopMs({ traffic, requests }: WindowPlan, latency: number | null): number | null {
  if (traffic.loop === 'open' || latency === null) return null;
  return (requests * 1000) / closedLoopRps(traffic.users, traffic.thinkMs, latency);
}

function searchMs({ load, limits: { startRps, longestMs = Infinity } }: PlannedCapacity): number {
  return Math.min(longestMs, (USUAL_RATES * load.requests * 1000) / startRps);
}
