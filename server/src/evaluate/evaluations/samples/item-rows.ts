import type { PlannedBenchmark } from '../kinds/shapes.ts';
import { comparesPairs, gradedBenchmark, type Plan, unitRange, unitsOfItem } from '../plan/plan.ts';

/** The rows of one benchmark: an item in one epoch is a row, and each of its units a cell. */
export interface RowRange {
  /** The index of the benchmark in the plan, and of the benchmark that has its items. */
  benchmark: number;
  itemsOf: number;
  firstRow: number;
  rows: number;
  firstUnit: number;
  /** Number of cells in a row: one for each target or pair of targets. */
  cells: number;
  isPairs: boolean;
}

/** A plan as a table: rows are items of each epoch in plan order, cells are their units. */
export interface ItemRows {
  plan: Plan;
  stretches: readonly RowRange[];
  rows: number;
}

/** A row by its number. */
export interface ItemRow {
  row: number;
  stretch: RowRange;
  item: number;
  epoch: number;
  firstUnit: number;
}

export function createItemRows(plan: Plan): ItemRows {
  const stretches: RowRange[] = [];
  let rows = 0;
  plan.benchmarks.forEach((planned: PlannedBenchmark, benchmark) => {
    const cells = unitsOfItem(plan, planned);
    const { from, to } = unitRange(plan, benchmark);
    if (cells === 0 || to === from) return;
    const own = {
      benchmark,
      itemsOf: gradedBenchmark(planned) ?? benchmark,
      firstRow: rows,
      rows: (to - from) / cells,
      firstUnit: from,
      cells,
      isPairs: comparesPairs(planned),
    };
    stretches.push(own);
    rows += own.rows;
  });
  return { plan, stretches, rows };
}

/** The row with this number, which must exist in the plan. */
export function itemRowAt({ plan, stretches }: ItemRows, row: number): ItemRow {
  const stretch = stretches.findLast(({ firstRow }) => firstRow <= row);
  if (!stretch || row >= stretch.firstRow + stretch.rows) throw new RangeError(`There is no row ${row}.`);
  const inside = row - stretch.firstRow;
  const { epochs } = plan.methodology;
  return {
    row,
    stretch,
    item: Math.floor(inside / epochs),
    epoch: inside % epochs,
    firstUnit: stretch.firstUnit + inside * stretch.cells,
  };
}

/** The number of the row with this unit, or of the first after it; `rows` if there is none. */
export function rowOfUnit({ stretches, rows }: ItemRows, unit: number): number {
  const stretch = stretches.findLast(({ firstUnit }) => firstUnit <= unit);
  if (!stretch) return 0;
  return Math.min(
    rows,
    stretch.firstRow + Math.min(stretch.rows, Math.floor((unit - stretch.firstUnit) / stretch.cells)),
  );
}

/**
 * The unit at which a query starts; null if it names none. An item belongs to the query's benchmark, or to the first.
 */
export function firstUnit(
  { plan, stretches }: ItemRows,
  benchmark: number | null,
  { from_unit, from_item }: { from_unit?: number; from_item?: number },
): number | null {
  if (from_unit !== undefined) return from_unit;
  if (from_item === undefined) return null;
  const stretch = stretches.find((one) => one.benchmark === (benchmark ?? one.benchmark));
  if (!stretch) return 0;
  return stretch.firstUnit + Math.min(stretch.rows, from_item * plan.methodology.epochs) * stretch.cells;
}
