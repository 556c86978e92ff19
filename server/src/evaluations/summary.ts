import type { Comparison, Results } from './evaluation-schemas.ts';
import type { Plan } from './plan.ts';

type Facts = Omit<Results, 'overall_summary'>;

/** Plain sentences built from the facts, every figure traceable to one of them. No model writes this. */
export function summarise(plan: Plan, facts: Facts): string {
  const sentences = plan.benchmarks.flatMap(({ key }) => benchmarkSentences(key, facts));
  sentences.push(...costSentences(facts));
  if (facts.provisional) sentences.push('Provisional: not everything was measured, so no winner is named.');
  return sentences.join(' ');
}

function benchmarkSentences(key: string, { intervals, comparisons }: Facts): string[] {
  const scores = intervals
    .filter(({ benchmark }) => benchmark === key)
    .sort((a, b) => (b.score ?? -1) - (a.score ?? -1))
    .map(({ target_label, score, ci_low, ci_high, n }) => {
      if (score === null) return `${target_label} has no score`;
      const range = ci_low === null || ci_high === null ? '' : ` [${percent(ci_low)}, ${percent(ci_high)}]`;
      return `${target_label} ${percent(score)} %${range} (n = ${n})`;
    });
  const compared = comparisons.filter(({ metric }) => metric === key);
  return [`On ${key}: ${scores.join('; ')}.`, ...outcomeSentences(compared)];
}

function outcomeSentences(compared: readonly Comparison[]): string[] {
  const decided = compared
    .filter(({ winner }) => winner !== 'tie' && winner !== 'undecided')
    .map(winnerSentence);
  const ties = compared.filter(({ winner }) => winner === 'tie').map(tieSentence);
  const open = compared.filter(({ winner }) => winner === 'undecided').map(openSentence);
  return [...decided, ...ties, ...open];
}

function winnerSentence(c: Comparison): string {
  const [best, other] = c.winner === c.target_a ? [c.target_a, c.target_b] : [c.target_b, c.target_a];
  const hint = c.exploratory ? ` With fewer than 30 ${unit(c)} this is a hint, not a finding.` : '';
  return `${best} is better than ${other} by ${points(Math.abs(c.delta))} points (${range(c)}, adjusted p ${p(c.p_adjusted)}).${hint}`;
}

function tieSentence(c: Comparison): string {
  return `${c.target_a} and ${c.target_b} are tied within the margin (difference ${points(c.delta)} points, ${range(c)}).`;
}

const WHY: Record<string, string> = {
  too_few_items: 'fewer than 15 items were compared',
  too_few_clusters: 'they were compared on fewer than 15 clusters of items',
  coverage_differs: 'their coverage differs by more than 2 points',
  test_and_interval_disagree: 'the test and the interval do not agree',
  no_interval: 'there is no interval',
  interval_too_wide: 'the interval is too wide',
};

function openSentence(c: Comparison): string {
  const needed = c.n_needed === null ? '' : ` About ${c.n_needed} items${inClusters(c)} would decide.`;
  return `${c.target_a} against ${c.target_b} is undecided: ${WHY[c.reason] ?? c.reason} (difference ${points(c.delta)} points, ${range(c)}).${needed}`;
}

/** What is independent, and so what is counted. */
function unit({ clusters }: Comparison): string {
  return clusters === null ? 'items' : 'clusters of items';
}

/** More items decide only when they come in more clusters, as full as those there are. */
function inClusters({ clusters, n, n_needed }: Comparison): string {
  return clusters === null ? '' : ` in ${Math.ceil(((n_needed ?? 0) * clusters) / n)} clusters`;
}

function range({ ci_low, ci_high, target_a, winner }: Comparison): string {
  if (ci_low === null || ci_high === null) return 'no interval';
  // The interval is of a − b; a sentence about b turns it round.
  const [low, high] =
    winner === target_a || winner === 'tie' || winner === 'undecided'
      ? [ci_low, ci_high]
      : [-ci_high, -ci_low];
  return `interval ${points(low)} to ${points(high)}`;
}

function costSentences({ cost }: Facts): string[] {
  if (cost.usd === null) return [];
  const unknown = cost.unknown_calls > 0 ? `; the cost of ${cost.unknown_calls} calls is not known` : '';
  return [`The run cost ${usd.format(cost.usd)} USD${unknown}.`];
}

const usd = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3, useGrouping: false });
const percent = (score: number) => (score * 100).toFixed(1);
/** Adding 0 turns −0 into 0. */
const points = (difference: number) => (Math.round(difference * 1000) / 10 + 0).toFixed(1);
const p = (value: number | null) =>
  value === null ? 'unknown' : value < 0.0001 ? '< 0.0001' : `= ${value.toFixed(4)}`;
