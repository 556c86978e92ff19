import type { PlannedBenchmark } from '../kinds/shapes.ts';
import { comparesPairs, gradedBenchmark, type Plan, unitRange, unitsOfItem } from '../plan/plan.ts';

/** The rows of one benchmark: an item in one epoch is a row, and a unit of it a cell. */
export interface RowRange {
  /** The place of the benchmark in the plan, and the one whose items it has. */
  benchmark: number;
  itemsOf: number;
  firstRow: number;
  rows: number;
  firstUnit: number;
  /** Cells of a row: one a target, or one a pair of them. */
  cells: number;
  isPairs: boolean;
}

/** A plan as a table: rows are items of each epoch in the order of the plan, cells are the units of each. */
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

/** The row with this number, which the plan must have. */
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

/** The number of the row that has this unit, or of the first after it; `rows` where none is. */
export function rowOfUnit({ stretches, rows }: ItemRows, unit: number): number {
  const stretch = stretches.findLast(({ firstUnit }) => firstUnit <= unit);
  if (!stretch) return 0;
  return Math.min(
    rows,
    stretch.firstRow + Math.min(stretch.rows, Math.floor((unit - stretch.firstUnit) / stretch.cells)),
  );
}

/** The unit that a query begins at; null where it names none. An item is one of this benchmark, or of the first. */
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
