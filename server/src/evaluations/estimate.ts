import { toUsdNumber } from '../kernel/money.ts';
import { costOf, type Models } from '../models/models.ts';
import type { Item } from './benchmarks/benchmarks.ts';
import type { Defined } from './define.ts';
import type { Estimate } from './evaluation-schemas.ts';
import { countUnits, type Plan, type PlannedTarget } from './plan.ts';
import { detectableByMcnemar, FEWEST_ITEMS, fewestItemsForTie } from './statistics/statistics.ts';

/** Characters in a token of English text and code, roughly: 338k estimated against 325k counted tokens. */
const CHARACTERS_PER_TOKEN = 4;
/** Assumed where a target sets no max_tokens. */
const OUTPUT_TOKENS = 200;
/** Assumed share of items on which two targets differ, for the smallest detectable difference. */
const DISCORDANCE = 0.2;
const POWER = 0.8;

/** What an evaluation would cost and could find out; asks no model. `latencyOf` = median ms of earlier calls. */
export function estimateEvaluation(
  models: Models,
  { plan, items, warnings }: Defined,
  latencyOf: (target: PlannedTarget) => number | null,
): Estimate {
  const targets = plan.targets.map((target) => estimateTarget(models, plan, items, target));
  const priced = targets.flatMap(({ cost_usd }) => (cost_usd === null ? [] : [cost_usd]));
  const family = plan.benchmarks.length * Math.max(1, (plan.targets.length * (plan.targets.length - 1)) / 2);
  return {
    units: countUnits(plan),
    cost_usd: priced.length === 0 ? null : priced.reduce((sum, usd) => sum + usd, 0),
    duration_seconds: durationOf(plan, targets, latencyOf),
    benchmarks: plan.benchmarks.map(({ key, items: n }) => ({
      benchmark: key,
      items: n,
      smallest_detectable_difference: plan.targets.length < 2 ? null : smallestDifference(n, plan, family),
      items_for_a_tie: fewestItemsForTie(plan.methodology.margin, 1 - plan.methodology.confidence_level),
    })),
    targets,
    assumptions: [
      `Input: one token for ${CHARACTERS_PER_TOKEN} characters. Output: max_tokens of the stack, or ${OUTPUT_TOKENS} where none is set. No retries.`,
      `Smallest detectable difference: targets differ on ${DISCORDANCE * 100} % of the items (more when the difference itself needs more), power ${POWER}, ${family} comparison(s) in the family.`,
      'Duration: the median latency of earlier evaluations of the same models in this workspace at the starting concurrency.',
    ],
    ...(warnings.length > 0 && { warnings }),
  };
}

function estimateTarget(
  models: Models,
  plan: Plan,
  items: readonly Item[][],
  target: PlannedTarget,
): Estimate['targets'][number] {
  const { epochs } = plan.methodology;
  const asked = items.flat();
  const characters = asked.reduce(
    (sum, { input }) => sum + input.reduce((n, { content }) => n + content.length, 0),
    0,
  );
  const calls = asked.length * epochs;
  const input_tokens = Math.ceil((characters * epochs) / CHARACTERS_PER_TOKEN);
  const output_tokens = calls * (target.maxTokens ?? OUTPUT_TOKENS);
  const { price } = models.resolve(target.provider, target.modelId);
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

/** Null where fewer items than may name a winner are asked, and where no difference is large enough. */
function smallestDifference(n: number, { methodology }: Plan, family: number): number | null {
  if (n < FEWEST_ITEMS) return null;
  const alpha = (1 - methodology.confidence_level) / family;
  return detectableByMcnemar(n, DISCORDANCE, { alpha, power: POWER });
}

function durationOf(
  { targets, methodology }: Plan,
  estimates: Estimate['targets'],
  latencyOf: (target: PlannedTarget) => number | null,
): number | null {
  let milliseconds = 0;
  for (const [i, target] of targets.entries()) {
    const latency = latencyOf(target);
    if (latency === null) return null;
    milliseconds += (latency * (estimates[i]?.calls ?? 0)) / methodology.concurrency;
  }
  return Math.round(milliseconds) / 1000;
}
