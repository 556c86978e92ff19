import { LRUCache } from 'lru-cache';
import type { Database } from '../../../platform/db/db.ts';
import { type EvaluationHead, isUnderWay } from '../stores/evaluation-store.ts';
import { findText } from './find-text.ts';
import type { ItemRows, RowRange } from './item-rows.ts';
import { countRows, newRowCounts, type RowCounts } from './row-counts.ts';
import { createRowReader, type RowFilter } from './row-filter.ts';
import { countRowsOfBlock, type ReadBlock } from './sample-codes.ts';

/** The rows found so far that pass a filter, in order. */
export interface RowView {
  rows: number[];
  counts: RowCounts;
  lookedAt: number;
  isWhole: boolean;
}

/** Time for which a request reads blocks before it returns what it found; the next request continues. */
const LOOK_MS = 60;
/** Maximum number of rows that all views hold in memory; 8 bytes each. */
const KEPT_ROWS = 4_000_000;
const ROWS_OF_EMPTY = 1000;
/** Memory of a counted cluster, in rows: a view of few rows may count 100,000 clusters. */
const ROWS_OF_CLUSTER = 6;
/** How long the filtered rows of a running evaluation are reused. */
const FRESH_MS = 3000;

interface Work {
  view: RowView;
  until: number;
  blocks: Iterator<[stretch: RowRange, from: number]>;
  step: Promise<void> | null;
}

/**
 * Caches which rows pass each filter, so that any page of them is a slice. A request takes a bounded time: for a
 * million units, the first requests see only the rows read so far.
 */
export function createRowViews(db: Database, readBlock: ReadBlock) {
  const kept = new LRUCache<string, Work>({
    maxSize: KEPT_ROWS,
    sizeCalculation: ({ view: { rows, counts } }) =>
      rows.length + ROWS_OF_CLUSTER * counts.clusters.size + ROWS_OF_EMPTY,
  });

  async function createLook(evaluation: EvaluationHead, table: ItemRows, filter: RowFilter, work: Work) {
    const next = work.blocks.next();
    if (next.done) {
      work.view.isWhole = true;
      return;
    }
    const [stretch, from] = next.value;
    const block = await readBlock(evaluation, stretch, from);
    const place = { stretch, from, rows: block.rows };
    const hits = filter.text === null ? null : await findText(db, evaluation, table, place, filter.text);
    const found = countRows(work.view.counts, {
      block,
      look: createRowReader(table.plan, stretch, block, filter),
      filter,
      stretch,
      hits,
      targets: table.plan.targets.length,
    });
    for (const row of found) work.view.rows.push(block.firstRow + row);
    work.view.lookedAt += block.rows;
  }

  return async (evaluation: EvaluationHead, table: ItemRows, filter: RowFilter): Promise<RowView> => {
    const key = `${evaluation.id} ${evaluation.fence} ${evaluation.status} ${JSON.stringify(filter)}`;
    let work = kept.get(key);
    if (!work || (work.view.isWhole && performance.now() > work.until)) {
      work = {
        view: { rows: [], counts: newRowCounts(table.plan.targets.length), lookedAt: 0, isWhole: false },
        until: isUnderWay(evaluation) ? performance.now() + FRESH_MS : Number.POSITIVE_INFINITY,
        blocks: blocksOf(table),
        step: null,
      };
      kept.set(key, work);
    }
    const giveUp = performance.now() + LOOK_MS;
    const own = work;
    try {
      while (!own.view.isWhole && performance.now() < giveUp) {
        // Concurrent requests for the same view share its steps.
        own.step ??= createLook(evaluation, table, filter, own).finally(() => {
          own.step = null;
        });
        await own.step;
      }
    } catch (error) {
      kept.delete(key);
      throw error;
    }
    // The cache learns a value's size only when it is set, so a view that has grown is set again.
    kept.delete(key);
    kept.set(key, own);
    return own.view;
  };
}

function* blocksOf({ stretches }: ItemRows): Generator<[stretch: RowRange, from: number]> {
  for (const stretch of stretches) {
    for (let from = 0; from < stretch.rows; from += countRowsOfBlock(stretch)) yield [stretch, from];
  }
}

export type RowViews = ReturnType<typeof createRowViews>;
