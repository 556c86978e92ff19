import { LRUCache } from 'lru-cache';
import { notFound } from '../../../kernel/errors.ts';
import type { Page } from '../../../kernel/page.ts';
import type { Database } from '../../../platform/db/db.ts';
import type {
  MatrixQuery,
  Sample,
  SampleCounts,
  SampleFilterQuery,
  SampleMatrix,
  SampleQuery,
} from '../schemas/sample-schemas.ts';
import { type EvaluationHead, readPlan } from '../stores/evaluation-store.ts';
import { unitOfSample } from '../stores/sample-id.ts';
import { createItemRows, type ItemRows } from './item-rows.ts';
import { listSamples, presentSamples } from './list-samples.ts';
import { presentCounts } from './present-counts.ts';
import { readMatrix } from './read-matrix.ts';
import { toRowFilter } from './row-filter.ts';
import { createRowViews } from './row-views.ts';
import { createSampleCodes } from './sample-codes.ts';

/** Number of cached plans; one with 100,000 clusters takes megabytes. */
const KEPT_PLANS = 8;

/** Reads samples: by page, singly, and as a table of items and targets. */
export function createSampleReads(db: Database) {
  const tables = new LRUCache<string, ItemRows>({ max: KEPT_PLANS });
  const readBlock = createSampleCodes(db);
  const viewOf = createRowViews(db, readBlock);

  /** A stored plan never changes, so it is cached. */
  async function tableOf(row: EvaluationHead): Promise<ItemRows> {
    const known = tables.get(row.id);
    if (known) return known;
    const plan = await readPlan(db, row);
    if (plan === null) throw notFound('evaluation', row.id);
    const table = createItemRows(plan);
    tables.set(row.id, table);
    return table;
  }

  return {
    async list(row: EvaluationHead, query: SampleQuery): Promise<Page<Sample>> {
      return listSamples(db, readBlock, row, await tableOf(row), query);
    },

    /** Throws `not_found`. */
    async get(row: EvaluationHead, sample: string): Promise<Sample> {
      const unit = unitOfSample(row.id, sample);
      const { plan } = await tableOf(row);
      const [found] = unit === null ? [] : await presentSamples(db, row, plan, [unit]);
      if (!found) throw notFound('sample', sample);
      return found;
    },

    async matrix(row: EvaluationHead, query: MatrixQuery): Promise<SampleMatrix> {
      return readMatrix(db, readBlock, viewOf, row, await tableOf(row), query);
    },

    async counts(row: EvaluationHead, query: SampleFilterQuery): Promise<SampleCounts> {
      const table = await tableOf(row);
      const warnings: string[] = [];
      const filter = toRowFilter(table.plan, query, warnings);
      return presentCounts(table, await viewOf(row, table, filter), warnings);
    },
  };
}
