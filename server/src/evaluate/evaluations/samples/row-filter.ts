import type { Plan } from '../plan/plan.ts';
import { targetPairs } from '../plan/target-pairs.ts';
import type { SampleFilterQuery } from '../schemas/sample-schemas.ts';
import type { RowRange } from './item-rows.ts';
import { type Block, OUTCOME_NAMES } from './sample-codes.ts';

/** The relation between the scores of two targets on one row. */
const RELATIONS = ['differ', 'a_higher', 'b_higher', 'same'] as const;
type Relation = (typeof RELATIONS)[number];

/** The selected rows and cells. A benchmark or target of −1 is one that the plan does not have. */
export interface RowFilter {
  benchmark: number | null;
  cluster: string | null;
  /** Only rows on which targets have different scores. */
  disagree: boolean;
  pair: { a: number; b: number; relation: Relation } | null;
  text: string | null;
  // Conditions that one cell must meet together:
  target: number | null;
  /** By their numbers. */
  outcomes: readonly number[] | null;
  reason: string | null;
  latency: { from: number; to: number } | null;
  referenceDiffers: boolean;
}

/** The outcomes of each value of the filter. */
const OUTCOMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['scored', ['right', 'wrong', 'compared']],
  ...OUTCOME_NAMES.slice(1).map((name): [string, string[]] => [name, [name]]),
]);

/** The filter of a query; unknown values cause a warning and match nothing. */
export function toRowFilter(plan: Plan, query: SampleFilterQuery, warnings: string[]): RowFilter {
  const index = (kind: string, names: readonly string[], wanted: string | undefined): number | null => {
    if (wanted === undefined) return null;
    const at = names.indexOf(wanted);
    if (at === -1) warnings.push(`No ${kind} here is called "${wanted}"; known: ${names.join(', ')}.`);
    return at;
  };
  const labels = plan.targets.map(({ label }) => label);
  const { outcome, latency_from_ms: from, latency_to_ms: to } = query;
  if (outcome !== undefined && !OUTCOMES.has(outcome)) {
    warnings.push(`No sample has the outcome "${outcome}"; known: ${[...OUTCOMES.keys()].join(', ')}.`);
  }
  const wanted = outcome === undefined ? null : (OUTCOMES.get(outcome) ?? []);
  return {
    target: index('target', labels, query.target),
    benchmark: index(
      'benchmark',
      plan.benchmarks.map(({ key }) => key),
      query.benchmark,
    ),
    cluster: query.cluster ?? null,
    disagree: query.disagree === true,
    pair: toPair(index, labels, query, warnings),
    text: query.text ?? null,
    outcomes: wanted?.map((name) => OUTCOME_NAMES.indexOf(name as never)) ?? null,
    reason: query.reason ?? null,
    latency: from === undefined && to === undefined ? null : { from: from ?? 0, to: to ?? Infinity },
    referenceDiffers: query.reference_differs === true,
  };
}

function toPair(
  index: (kind: string, names: readonly string[], wanted: string | undefined) => number | null,
  labels: readonly string[],
  { a, b, relation = 'differ' }: SampleFilterQuery,
  warnings: string[],
): RowFilter['pair'] {
  const pair = { a: index('target', labels, a), b: index('target', labels, b) };
  if (pair.a === null && pair.b === null) return null;
  if (!RELATIONS.includes(relation as Relation)) {
    warnings.push(`No relation is called "${relation}"; known: ${RELATIONS.join(', ')}.`);
    return { a: -1, b: -1, relation: 'differ' };
  }
  if (pair.a === null || pair.b === null) {
    warnings.push('a and b are a pair; set both or neither.');
    return null;
  }
  return { a: pair.a, b: pair.b, relation: relation as Relation };
}

/** Whether the filter passes every row, whatever it contains. */
export function matchesEveryRow(filter: RowFilter): boolean {
  return Object.values(filter).every((wanted) => wanted === null || wanted === false);
}

/** Whether the index by outcome and target suffices for the filter. */
export function filtersOnlyCells(filter: RowFilter): boolean {
  return matchesEveryRow({ ...filter, benchmark: null, target: null, outcomes: null });
}

/** Evaluates a filter on the rows of one block of a stretch. Rows and cells are indexes in the block. */
export function createRowReader(plan: Plan, stretch: RowRange, block: Block, filter: RowFilter) {
  const { cells } = stretch;
  const targets = plan.targets.length;
  const clusters = plan.benchmarks[stretch.itemsOf]?.clusters;
  const { epochs } = plan.methodology;
  const reason = filter.reason === null ? null : block.reasonNames.indexOf(filter.reason) + 1;
  const pairs = stretch.isPairs ? targetPairs(targets) : [];
  const isOf = (cell: number, target: number) => pairs[cell]?.includes(target) ?? cell === target;
  const placeOf = new Map(pairs.map(([a, b], place) => [a * targets + b, place]));

  const look = {
    clusterOf(row: number): string | null {
      return clusters?.[Math.floor((block.firstRow - stretch.firstRow + row) / epochs)] ?? null;
    },

    /**
     * Whether another target's score in the row differs from this cell's; for a compared pair, whether one is
     * preferred.
     */
    cellDisagrees(row: number, cell: number): boolean {
      const at = row * cells;
      const score = block.scores[at + cell] as number;
      if (Number.isNaN(score)) return false;
      if (stretch.isPairs) return score !== 0.5;
      for (let other = at; other < at + cells; other++) {
        const theirs = block.scores[other] as number;
        if (theirs !== score && !Number.isNaN(theirs)) return true;
      }
      return false;
    },

    rowDisagrees(row: number): boolean {
      for (let cell = 0; cell < cells; cell++) if (look.cellDisagrees(row, cell)) return true;
      return false;
    },

    /** 1 if the first has the higher score, −1 if the second has, 0 if they are equal; null if one has none. */
    relation(row: number, a: number, b: number): number | null {
      const at = row * cells;
      if (stretch.isPairs) {
        const place = placeOf.get(Math.min(a, b) * targets + Math.max(a, b));
        const score = place === undefined ? Number.NaN : (block.scores[at + place] as number);
        if (Number.isNaN(score)) return null;
        return Math.sign(score - 0.5) * (a < b ? 1 : -1);
      }
      const [one, two] = [block.scores[at + a] ?? Number.NaN, block.scores[at + b] ?? Number.NaN];
      return Number.isNaN(one) || Number.isNaN(two) ? null : Math.sign(one - two);
    },

    isPair(row: number): boolean {
      if (filter.pair === null) return true;
      const { a, b, relation: wanted } = filter.pair;
      if (a === -1 || b === -1) return false;
      const found = look.relation(row, a, b);
      if (found === null) return false;
      if (wanted === 'differ') return found !== 0;
      return found === { same: 0, a_higher: 1, b_higher: -1 }[wanted];
    },

    isCluster: (row: number) => filter.cluster === null || look.clusterOf(row) === filter.cluster,

    isTarget: (cell: number) => filter.target === null || isOf(cell, filter.target),
    isOutcome: (at: number) =>
      filter.outcomes === null || filter.outcomes.includes(block.outcomes[at] as number),
    isReason: (at: number) => reason === null || (reason > 0 && block.reasons[at] === reason),
    isLatency(at: number): boolean {
      if (filter.latency === null) return true;
      const took = block.latencies[at] as number;
      return took >= filter.latency.from && took < filter.latency.to;
    },
    isReference: (at: number) => !filter.referenceDiffers || block.referenceDiffers[at] === 1,

    isCell(row: number, cell: number): boolean {
      const at = row * cells + cell;
      return (
        look.isTarget(cell) &&
        look.isOutcome(at) &&
        look.isReason(at) &&
        look.isLatency(at) &&
        look.isReference(at)
      );
    },
  };
  return look;
}

export type RowReader = ReturnType<typeof createRowReader>;
