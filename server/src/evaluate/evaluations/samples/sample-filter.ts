import type { Database } from '../../../platform/db/db.ts';
import { countUnits, unitRange } from '../plan/plan.ts';
import type { EvaluationHead } from '../stores/evaluation-store.ts';
import {
  nextMatchingUnits,
  nextUnits,
  readSampleSizes,
  type SampleSize,
} from '../stores/sample-page-store.ts';
import { findText } from './find-text.ts';
import { type ItemRows, itemRowAt, rowOfUnit } from './item-rows.ts';
import { createRowReader, filtersOnlyCells, type RowFilter } from './row-filter.ts';
import {
  ANSWERED_CODES,
  countRowsOfBlock,
  OUTCOME_NAMES,
  PENDING_CODE,
  type ReadBlock,
} from './sample-codes.ts';

export interface FoundUnits {
  units: SampleSize[];
  /** The unit after which the next page begins; null if there is none. */
  next: number | null;
}

/** Time after which a page ends with what was found, possibly nothing. */
const LOOK_MS = 50;

/** The next units after `after` that pass the filter, at most `limit`. */
export async function findUnits(
  db: Database,
  readBlock: ReadBlock,
  evaluation: EvaluationHead,
  table: ItemRows,
  filter: RowFilter,
  after: number,
  limit: number,
): Promise<FoundUnits> {
  const { plan } = table;
  const { from, to } =
    filter.benchmark === null ? { from: 0, to: countUnits(plan) } : unitRange(plan, filter.benchmark);
  if (filter.benchmark === -1 || filter.target === -1 || from >= to) return { units: [], next: null };
  // The index by outcome has a preference only under the first of its two targets.
  const isSecond = filter.target !== null && table.stretches.some(({ isPairs }) => isPairs);
  if (!filtersOnlyCells(filter) || isSecond || filter.outcomes?.includes(ANSWERED_CODES)) {
    return lookThrough(
      db,
      readBlock,
      evaluation,
      table,
      filter,
      { after: Math.max(after, from - 1), to },
      limit,
    );
  }
  const of = { workspaceId: evaluation.workspace_id, id: evaluation.id };
  const span = { after, from, to };
  if (filter.outcomes === null && filter.target === null) {
    return cut(await nextUnits(db, of, span, limit + 1), limit);
  }
  const wanted = {
    outcomes: (filter.outcomes ?? INDEXED_OUTCOMES).map((outcome) => OUTCOME_NAMES[outcome] as string),
    targets: filter.target === null ? plan.targets.map((_, i) => i) : [filter.target],
  };
  return cut(await nextMatchingUnits(db, of, wanted, span, limit + 1), limit);
}

/** The numbers of all outcomes in the index by outcome. */
const INDEXED_OUTCOMES = OUTCOME_NAMES.flatMap((_, i) =>
  i === PENDING_CODE || i === ANSWERED_CODES ? [] : [i],
);

function cut(units: SampleSize[], limit: number): FoundUnits {
  const shown = units.slice(0, limit);
  return { units: shown, next: units.length > limit ? (shown.at(-1)?.unit ?? null) : null };
}

/** Scans blocks of rows if no index applies, and ends the page when it takes too long. */
async function lookThrough(
  db: Database,
  readBlock: ReadBlock,
  evaluation: EvaluationHead,
  table: ItemRows,
  filter: RowFilter,
  { after, to }: { after: number; to: number },
  limit: number,
): Promise<FoundUnits> {
  const until = performance.now() + LOOK_MS;
  const units: number[] = [];
  const sized = () => readSampleSizes(db, { workspaceId: evaluation.workspace_id, id: evaluation.id }, units);
  for (let row = rowOfUnit(table, after + 1); row < table.rows; ) {
    const { stretch, firstUnit } = itemRowAt(table, row);
    if (firstUnit >= to) break;
    const inside = row - stretch.firstRow;
    const from = inside - (inside % countRowsOfBlock(stretch));
    const block = await readBlock(evaluation, stretch, from);
    const look = createRowReader(table.plan, stretch, block, filter);
    const hits =
      filter.text === null
        ? null
        : await findText(db, evaluation, table, { stretch, from, rows: block.rows }, filter.text);
    for (let at = row - block.firstRow; at < block.rows; at++) {
      if (!look.isCluster(at) || !look.isPair(at) || (hits !== null && !hits.has(at))) continue;
      for (let cell = 0; cell < stretch.cells; cell++) {
        const unit = stretch.firstUnit + (from + at) * stretch.cells + cell;
        if (unit <= after || block.outcomes[at * stretch.cells + cell] === PENDING_CODE) continue;
        if (!look.isCell(at, cell) || (filter.disagree && !look.cellDisagrees(at, cell))) continue;
        units.push(unit);
        if (units.length > limit) return cut(await sized(), limit);
      }
    }
    row = block.firstRow + block.rows;
    const lastUnit = stretch.firstUnit + (from + block.rows) * stretch.cells - 1;
    if (performance.now() > until && lastUnit + 1 < to) return { units: await sized(), next: lastUnit };
  }
  return { units: await sized(), next: null };
}
