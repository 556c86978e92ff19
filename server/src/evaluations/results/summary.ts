import { isScored, type Plan } from '../plan/plan.ts';
import type { Comparison, Results } from '../schemas/result-schemas.ts';

type Figures = Omit<Results, 'overall_summary'>;

/** Plain sentences built from the results, every figure traceable to one of theirs. No model writes this. */
export function summarise(plan: Plan, figures: Figures): string[] {
  const sentences = plan.benchmarks.filter(isScored).flatMap(({ key }) => benchmarkSentences(key, figures));
  sentences.push(...rankingSentences(figures), ...costSentences(figures));
  if (figures.provisional) sentences.push('Provisional: not everything was measured, so no winner is named.');
  return sentences;
}

function benchmarkSentences(key: string, { intervals, comparisons }: Figures): string[] {
  const scores = intervals
    .filter(({ benchmark }) => benchmark === key)
    .sort((a, b) => certainScore(b) - certainScore(a))
    .map((interval) => {
      const { target_label, score, ci_low, ci_high, n } = interval;
      if (score === null) return `${target_label} has no score`;
      const range = ci_low === null || ci_high === null ? '' : ` [${percent(ci_low)}, ${percent(ci_high)}]`;
      return `${target_label} ${percent(score)} %${range} (n = ${n}${missing(interval)})`;
    });
  const compared = comparisons.filter(({ metric }) => metric === key);
  return [`On ${key}: ${scores.join('; ')}.`, ...outcomeSentences(compared)];
}

type ScoreInterval = Results['intervals'][number];

/** What the score is at least: a target that did not answer is not listed above one that did. */
const certainScore = ({ score, score_if_missing_wrong }: ScoreInterval) =>
  score === null ? -1 : (score_if_missing_wrong ?? score);

function missing({ score_if_missing_wrong: low, score_if_missing_right: high }: ScoreInterval): string {
  if (low === undefined || high === undefined) return '';
  return `, and ${percent(low)} to ${percent(high)} % with what is missing`;
}

/** Winners first, then ties, then what is open. */
function outcomeSentences(compared: readonly Comparison[]): string[] {
  const order = (c: Comparison) => (c.winner === 'undecided' ? 2 : c.winner === 'tie' ? 1 : 0);
  return compared.toSorted((left, right) => order(left) - order(right)).map(({ sentence }) => sentence);
}

function rankingSentences({ judging }: Figures): string[] {
  const ranking = judging?.preferences?.ranking;
  if (!ranking) return [];
  const order = ranking.targets.map(({ target_label, elo }) => `${target_label} (${elo.toFixed(0)})`);
  return [`By all preferences together (Bradley and Terry, as Elo) the order is ${order.join(', ')}.`];
}

function costSentences({ cost }: Figures): string[] {
  const costs = [
    ['the targets', cost.usd],
    ['judges', cost.judge_usd],
    ['embedding models of graders', cost.grading_usd],
  ] as const;
  const known = costs.flatMap(([who, amount]) =>
    amount == null ? [] : [`${usd.format(amount)} USD for ${who}`],
  );
  if (known.length === 0) return [];
  const open = [
    ...(cost.judge_usd === null ? ['; what judges cost is not known'] : []),
    ...(cost.unknown_calls > 0 ? [`; the cost of ${cost.unknown_calls} calls is not known`] : []),
  ];
  return [`The run cost ${known.join(', ')}${open.join('')}.`];
}

const usd = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3, useGrouping: false });
const percent = (score: number) => (score * 100).toFixed(1);
