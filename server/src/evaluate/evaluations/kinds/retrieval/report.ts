import { formatExact, formatTogether, points } from '@touchstone/report/figures';
import type { Static } from 'typebox';
import {
  attributeLoss,
  type Culprit,
  decideCulprit,
  type Loss,
} from '../../../../measure/retrieval/retrieval.ts';
import { comparePairs } from '../../../../measure/statistics/statistics.ts';
import { numberClusters } from '../../plan/clusters.ts';
import { benchmarksOfKind, type Plan } from '../../plan/plan.ts';
import { estimateItems } from '../../results/item-estimate.ts';
import type { RetrievalReport } from '../../schemas/kinds/retrieval-schemas.ts';
import type { Kind, KindReport, ReportContext } from '../kind.ts';
import type { PlannedRetrieval } from './describe.ts';
import { type Measure, measureKey } from './measures.ts';

type Report = Static<typeof RetrievalReport>;
type Figure = Report['recall'];

/** The indexes in the plan of benchmarks with the condition `retrieved`; null if there are none. */
export const measureRetrieval: NonNullable<Kind<PlannedRetrieval, number[]>['aggregate']> = async (
  _db,
  _of,
  plan,
) => {
  const own = benchmarksOfKind(plan, 'retrieval').filter(
    ({ at, benchmark }) => benchmark.retrieval.of === at,
  );
  return own.length === 0 ? null : own.map(({ at }) => at);
};

/** Reports how each target retrieves, answers, cites and refuses, and what share of the score each part loses. */
export function reportRetrieval(bases: readonly number[], context: ReportContext): KindReport {
  const { plan } = context;
  const all = bases.flatMap((at) => plan.targets.map((_, target) => reportOf(at, target, context)));
  return { results: { retrieval: all } };
}

function reportOf(at: number, target: number, context: ReportContext): Report {
  const { plan } = context;
  const base = plan.benchmarks[at] as PlannedRetrieval;
  const label = plan.targets[target]?.label ?? '';
  const scoresOf = (key: string) => scoresAt(context, key, target);
  const measure = (name: Measure) => scoresOf(measureKey(base.key, name)) as Float64Array;
  const figure = (scores: readonly number[] | Float64Array) => figureOf(plan, base, scores);
  const own = scoresOf(base.key) as Float64Array;
  const gold = scoresOf(`${base.key}/gold`);
  const none = scoresOf(`${base.key}/none`);
  const refused = scoresOf(`${base.key}/right_refusal`);
  const recall = measure('recall');
  const losses = gold && lossesOf(own, gold, recall);
  const lost = losses && {
    retriever: figure(losses.map((one) => one?.retriever ?? Number.NaN)),
    reader: figure(losses.map((one) => one?.reader ?? Number.NaN)),
    both: figure(losses.map((one) => one?.both ?? Number.NaN)),
  };
  const culprit =
    losses && lost && lost.retriever.n > 0
      ? decideCulprit(
          figure(losses.map((one) => (one ? one.retriever + one.both : Number.NaN))),
          figure(losses.map((one) => (one ? one.reader + one.both : Number.NaN))),
          plan.methodology.margin,
        )
      : null;
  return {
    target_label: label,
    benchmark: base.key,
    k: base.retrieval.k,
    recall: figure(recall),
    precision: figure(measure('precision')),
    ndcg: figure(measure('ndcg')),
    answer: { retrieved: figure(own), gold: gold && figure(gold), none: none && figure(none) },
    gold_gain: gold && gainOf(plan, base, gold, own),
    retrieval_gain: none && gainOf(plan, base, own, none),
    citation_precision: figure(measure('citation_precision')),
    citation_recall: figure(measure('citation_recall')),
    right_refusal: refused && figureOf(plan, benchmarkOf(plan, `${base.key}/right_refusal`), refused),
    wrong_refusal: figure(measure('answered').map((answered) => 1 - answered)),
    lost,
    culprit,
    sentence: sentenceOf(`${label} on ${base.key}`, culprit, lost, plan.methodology.margin),
  };
}

function benchmarkOf({ benchmarks }: Plan, key: string): PlannedRetrieval {
  return benchmarks.find((one) => one.key === key) as PlannedRetrieval;
}

/** The mean score of each item, NaN if it has none; null if the plan has no such benchmark. */
function scoresAt({ plan, aggregate }: ReportContext, key: string, target: number): Float64Array | null {
  const at = plan.benchmarks.findIndex((one) => one.key === key);
  return aggregate.cells[at]?.[target]?.scores ?? null;
}

/**
 * Attributes the loss of each question that was scored with both its retrieved chunks and the right ones; null for
 * other questions.
 */
function lossesOf(own: Float64Array, gold: Float64Array, recall: Float64Array): (Loss | null)[] {
  return Array.from(own, (retrieved, item) => {
    const outcome = { retrieved, gold: gold[item] as number, recall: recall[item] as number };
    return Object.values(outcome).some(Number.isNaN) ? null : attributeLoss(outcome);
  });
}

/** The mean without NaN values, with its interval. */
function figureOf(plan: Plan, benchmark: PlannedRetrieval, all: readonly number[] | Float64Array): Figure {
  const items = [...all.keys()].filter((item) => !Number.isNaN(all[item]));
  const scores = items.map((item) => all[item] as number);
  const { estimate, ci_low, ci_high, n } = estimateItems(plan, benchmark, items, scores);
  return { value: estimate, ci_low, ci_high, n };
}

/** The difference between `a` and `b` by question. */
function gainOf(
  { methodology }: Plan,
  { clusters }: PlannedRetrieval,
  a: Float64Array,
  b: Float64Array,
): Figure {
  const numbers = numberClusters(clusters);
  const items = [...a.keys()].filter((item) => !Number.isNaN(a[item]) && !Number.isNaN(b[item]));
  const of = (scores: Float64Array) => items.map((item) => scores[item] as number);
  const [left, right] = [of(a), of(b)];
  const { delta, ci_low, ci_high, n } = comparePairs(
    {
      a: left,
      b: right,
      onlyA: 0,
      onlyB: 0,
      clusters: numbers && items.map((item) => numbers[item] as number),
    },
    {
      binary: methodology.epochs === 1 && [...left, ...right].every((score) => score === 0 || score === 1),
      confidence: methodology.confidence_level,
      margin: methodology.margin,
    },
  );
  return { value: delta, ci_low, ci_high, n };
}

const CULPRIT_WORDS: Record<Culprit, string> = {
  retriever: 'improve the retriever',
  reader: 'improve the reader',
  both: 'improve both retriever and reader',
  neither: 'neither the retriever nor the reader loses more than the margin',
  undecided: 'these questions do not show which to improve',
};

function sentenceOf(what: string, culprit: Culprit | null, lost: Report['lost'], margin: number): string {
  if (culprit === null || !lost)
    return `${what}: errors of retriever and reader cannot be separated without questions that were also scored with the right passages (condition gold).`;
  const [retriever, reader, both] = formatTogether(points, [
    lost.retriever.value ?? 0,
    lost.reader.value ?? 0,
    lost.both.value ?? 0,
  ]);
  return `${what}: ${CULPRIT_WORDS[culprit]}. Of 100 points the retriever loses ${retriever}, the reader ${reader}, both together ${both}; a share counts above ${formatExact(points, margin)}.`;
}
