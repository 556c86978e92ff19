import type { RowRange } from './item-rows.ts';
import type { RowFilter, RowReader } from './row-filter.ts';
import { type Block, OUTCOME_NAMES } from './sample-codes.ts';

/** Bounds of the latency ranges by which rows are counted, in milliseconds. */
export const LATENCY_STEPS = [0, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000] as const;
/** With more targets, there are too many pairs to count for each row. */
const MAX_PAIRED = 12;

/** The number of rows, and the numbers that each further filter would leave. */
export interface RowCounts {
  benchmarks: Map<number, number>;
  clusters: Map<string, number>;
  disagree: number;
  /** Number of rows on which `a` has a higher score than `b`, at `a × targets + b`; null for too many targets. */
  pairs: Uint32Array | null;
  outcomes: Uint32Array;
  reasons: Map<string, number>;
  /** By range of `LATENCY_STEPS`. */
  latencies: Uint32Array;
}

export function newRowCounts(targets: number): RowCounts {
  return {
    benchmarks: new Map(),
    clusters: new Map(),
    disagree: 0,
    pairs: targets > MAX_PAIRED ? null : new Uint32Array(targets * targets),
    outcomes: new Uint32Array(OUTCOME_NAMES.length),
    reasons: new Map(),
    latencies: new Uint32Array(LATENCY_STEPS.length),
  };
}

const BENCHMARK = 1;
const CLUSTER = 2;
const DISAGREE_KEY = 4;
const PAIR_KEY = 8;
const OTHER_KEY = 16;

/**
 * Counts the rows of a block and returns those that pass the whole filter, as indexes in the block. A row counts for
 * a filter if all other filters pass it.
 */
export function countRows(
  counts: RowCounts,
  {
    block,
    look,
    filter,
    stretch,
    hits,
    targets,
  }: {
    block: Block;
    look: RowReader;
    filter: RowFilter;
    stretch: RowRange;
    /** Rows that contain the text; null without a text. */
    hits: ReadonlySet<number> | null;
    targets: number;
  },
): number[] {
  const found: number[] = [];
  const isBenchmark = filter.benchmark === null || filter.benchmark === stretch.benchmark;
  for (let row = 0; row < block.rows; row++) {
    let fails = isBenchmark ? 0 : BENCHMARK;
    if (!look.isCluster(row)) fails |= CLUSTER;
    if (!look.isPair(row)) fails |= PAIR_KEY;
    if (hits !== null && !hits.has(row)) fails |= OTHER_KEY;
    const disagrees = look.rowDisagrees(row);
    if (filter.disagree && !disagrees) fails |= DISAGREE_KEY;
    if (fails === 0) countCells(counts, block, look, row, stretch.cells);
    if (fails & OTHER_KEY || !hasCell(look, row, stretch.cells)) continue;
    if (fails === 0) found.push(row);
    if ((fails & ~BENCHMARK) === 0) add(counts.benchmarks, stretch.benchmark);
    if ((fails & ~DISAGREE_KEY) === 0 && disagrees) counts.disagree++;
    if ((fails & ~CLUSTER) === 0) {
      const cluster = look.clusterOf(row);
      if (cluster !== null) add(counts.clusters, cluster);
    }
    if ((fails & ~PAIR_KEY) === 0 && disagrees && counts.pairs) countPairs(counts.pairs, look, row, targets);
  }
  return found;
}

function hasCell(look: RowReader, row: number, cells: number): boolean {
  for (let cell = 0; cell < cells; cell++) if (look.isCell(row, cell)) return true;
  return false;
}

function countPairs(pairs: Uint32Array, look: RowReader, row: number, targets: number): void {
  for (let a = 0; a < targets; a++) {
    for (let b = a + 1; b < targets; b++) {
      const relation = look.relation(row, a, b);
      if (relation === 1) pairs[a * targets + b] = (pairs[a * targets + b] as number) + 1;
      else if (relation === -1) pairs[b * targets + a] = (pairs[b * targets + a] as number) + 1;
    }
  }
}

/** Outcomes, reasons and latencies of the cells that meet all other conditions of a cell; a row counts once. */
function countCells(counts: RowCounts, block: Block, look: RowReader, row: number, cells: number): void {
  let outcomes = 0;
  let latencies = 0;
  const reasons = new Set<number>();
  for (let cell = 0; cell < cells; cell++) {
    const at = row * cells + cell;
    if (!look.isTarget(cell) || !look.isReference(at)) continue;
    const [isOutcome, isReason, isLatency] = [look.isOutcome(at), look.isReason(at), look.isLatency(at)];
    if (isReason && isLatency) outcomes |= 1 << (block.outcomes[at] as number);
    const reason = block.reasons[at] as number;
    if (isOutcome && isLatency && reason > 0) reasons.add(reason);
    const took = block.latencies[at] as number;
    if (isOutcome && isReason && !Number.isNaN(took)) {
      latencies |= 1 << LATENCY_STEPS.findLastIndex((from) => from <= took);
    }
  }
  addBits(counts.outcomes, outcomes);
  addBits(counts.latencies, latencies);
  for (const reason of reasons) add(counts.reasons, block.reasonNames[reason - 1] as string);
}

function addBits(counts: Uint32Array, bits: number): void {
  for (let i = 0; bits !== 0; i++, bits >>= 1) if (bits & 1) counts[i] = (counts[i] as number) + 1;
}

function add<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
