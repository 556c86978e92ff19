import { LRUCache } from 'lru-cache';
import type { Database } from '../../../platform/db/db.ts';
import { type EvaluationHead, isUnderWay } from '../stores/evaluation-store.ts';
import { readSampleCodes } from '../stores/sample-code-store.ts';
import type { RowRange } from './item-rows.ts';

/** The letters of cells in a row's `outcomes`; the index of a letter is its number in memory. */
export const OUTCOME_LETTERS = '-RWCFUMIA';
/** Names of the letters. */
export const OUTCOME_NAMES = [
  'pending',
  'right',
  'wrong',
  'compared',
  'failed',
  'unscored',
  'measured',
  'interrupted',
  'answered',
] as const;
export const ANSWERED_CODES = OUTCOME_NAMES.indexOf('answered');
export const PENDING_CODE = 0;
const FAILED = OUTCOME_NAMES.indexOf('failed');
const INTERRUPTED = OUTCOME_NAMES.indexOf('interrupted');
const OUTCOME_NUMBERS = new Map<string, number>(OUTCOME_NAMES.map((name, i) => [name, i]));

/** The cells of some consecutive rows. */
export interface Block {
  firstRow: number;
  rows: number;
  outcomes: Uint8Array;
  /** NaN if there is none. */
  scores: Float64Array;
  /** In milliseconds; NaN if there is none. */
  latencies: Float32Array;
  referenceDiffers: Uint8Array;
  /** The class of a failure, or why a cell is unscored: 0 = neither, else an index in `reasonNames` plus 1. */
  reasons: Uint16Array;
  reasonNames: readonly string[];
}

/** Number of cells read by one statement, which takes some milliseconds of the database's thread. */
const CELLS_PER_READ = 2048;
/** Maximum number of cells in memory over all evaluations; 16 bytes each. */
const KEPT_CELLS = 2_500_000;
/** How long mutable data is reused. */
const FRESH_MS = 2000;

/** Number of rows of a stretch in one block. */
export const countRowsOfBlock = ({ cells }: RowRange) => Math.max(1, Math.floor(CELLS_PER_READ / cells));

/**
 * Reads outcomes, scores and latencies of samples block by block and caches them: filters and counts over a million
 * units read 16 MB of memory instead of a gigabyte of rows. A block is cached as long as no run can change it.
 */
export function createSampleCodes(db: Database) {
  const kept = new LRUCache<string, { block: Promise<Block>; until: number }>({
    maxSize: KEPT_CELLS,
    sizeCalculation: () => CELLS_PER_READ,
  });

  /** The block of a stretch that begins at its row `from`, a multiple of `countRowsOfBlock`. */
  return async (row: EvaluationHead, stretch: RowRange, from: number): Promise<Block> => {
    const key = `${row.id} ${row.fence} ${row.status} ${stretch.benchmark} ${from}`;
    const known = kept.get(key);
    if (known && performance.now() < known.until) return known.block;
    const entry = { block: readBlock(db, row, stretch, from), until: Number.POSITIVE_INFINITY };
    kept.set(key, entry);
    try {
      const block = await entry.block;
      if (!isSettled(row, block)) entry.until = performance.now() + FRESH_MS;
      return block;
    } catch (error) {
      kept.delete(key);
      throw error;
    }
  };
}

export type ReadBlock = ReturnType<typeof createSampleCodes>;

function isSettled(row: EvaluationHead, { outcomes }: Block): boolean {
  if (!isUnderWay(row)) return true;
  if (row.work === 'rescore') return false;
  return outcomes.every(
    (outcome) =>
      outcome !== PENDING_CODE && outcome !== ANSWERED_CODES && outcome !== FAILED && outcome !== INTERRUPTED,
  );
}

async function readBlock(db: Database, row: EvaluationHead, stretch: RowRange, from: number): Promise<Block> {
  const { firstRow, firstUnit, cells } = stretch;
  const rows = Math.min(stretch.rows - from, countRowsOfBlock(stretch));
  const size = rows * cells;
  const first = firstUnit + from * cells;
  const block = {
    firstRow: firstRow + from,
    rows,
    outcomes: new Uint8Array(size),
    scores: new Float64Array(size).fill(Number.NaN),
    latencies: new Float32Array(size).fill(Number.NaN),
    referenceDiffers: new Uint8Array(size),
    reasons: new Uint16Array(size),
    reasonNames: [] as string[],
  };
  const of = { workspaceId: row.workspace_id, id: row.id };
  for (const code of await readSampleCodes(db, of, { from: first, to: first + size })) {
    const cell = code.unit - first;
    block.outcomes[cell] = OUTCOME_NUMBERS.get(code.outcome) ?? ANSWERED_CODES;
    block.scores[cell] = code.score ?? Number.NaN;
    block.latencies[cell] = code.latencyMs ?? Number.NaN;
    block.referenceDiffers[cell] = code.referenceDiffers ? 1 : 0;
    if (code.reason !== '') block.reasons[cell] = numberOf(block.reasonNames, code.reason);
  }
  return block;
}

function numberOf(names: string[], name: string): number {
  const at = names.indexOf(name);
  return at === -1 ? names.push(name) : at + 1;
}
