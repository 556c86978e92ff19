/**
 * Whether the bounds of the smallest detectable difference that an estimate gives before a run hold what is found
 * afterwards: designs of many sizes, clusters, correlations, accuracies, targets and corrections, each estimated by the
 * service over HTTP and then simulated. Ends with 1 where they hold it in fewer than 95 % of the designs.
 *
 *   node bench/statistics-plan.ts [designs] [runs of each difference tried]      (default 300 and 100)
 */

import { startForFamilies } from '../server/test/simulations/known-targets.ts';
import {
  type Bounds,
  drawDesign,
  estimateOf,
  findDetectable,
  holdsLater,
  type Later,
  type PlannedDesign,
} from '../server/test/simulations/planned-bounds.ts';
import { onDisk } from '../server/test/support/each-database.ts';
import {
  formatShareAsPercent,
  median,
  numberArguments,
  quantile,
  tableHead,
  tableRow,
} from './lib/harness.ts';

const [DESIGNS, RUNS] = numberArguments([300, 100]);
const MIN_HELD_SHARE = 0.95;

interface Row {
  readonly design: PlannedDesign;
  readonly extremes: Bounds;
  /** With the assumed share of items that differ. */
  readonly assumed: Bounds;
  readonly later: Later;
}

const service = await startForFamilies(onDisk(undefined, async () => {}));
const rows: Row[] = [];
try {
  const workspaceId = await service.newWorkspace();
  for (let seed = 0; seed < DESIGNS; seed++) {
    const design = drawDesign(seed);
    const planned = await estimateOf(service, workspaceId, design);
    const later = await findDetectable(design, RUNS);
    const high = planned.smallest_detectable_difference;
    rows.push({
      design,
      extremes: {
        low: planned.smallest_detectable_at_best ?? null,
        high: planned.smallest_detectable_at_worst ?? null,
      },
      assumed: { low: planned.smallest_detectable_if_independent ?? high, high },
      later,
    });
  }
} finally {
  await service.stop();
}

function isBoundHeld(of: readonly Row[], bounds: (row: Row) => Bounds, later: (row: Row) => number | null) {
  const known = of.flatMap((row) => {
    const figure = later(row);
    return figure === null ? [] : [holdsLater(bounds(row), figure)];
  });
  return [known.filter(Boolean).length, known.length] as const;
}

/** How far a bound is from the result: the median of their ratios. */
function ratio(of: readonly Row[], bound: (row: Row) => number | null): string {
  const all = of.flatMap((row) => {
    const one = bound(row);
    return one === null ? [] : [one / row.later.detectable];
  });
  return all.length === 0 ? '–' : median(all).toFixed(2);
}

function print(name: string, of: readonly Row[]): number {
  const truth = isBoundHeld(
    of,
    (one) => one.extremes,
    (one) => one.later.detectable,
  );
  const said = isBoundHeld(
    of,
    (one) => one.extremes,
    (one) => one.later.said,
  );
  const assumed = isBoundHeld(
    of,
    (one) => one.assumed,
    (one) => one.later.detectable,
  );
  const ratios = [ratio(of, (one) => one.extremes.low), ratio(of, (one) => one.extremes.high)];
  tableRow(
    name,
    of.length,
    formatShareAsPercent(...truth),
    formatShareAsPercent(...said),
    ...ratios,
    formatShareAsPercent(...assumed),
  );
  return truth[0] / truth[1];
}

tableHead(
  ...['designs', '', 'bounds hold what is found', 'what a run says'],
  ...['at best ÷ found', 'at worst ÷ found', 'ends at 20 % hold what is found'],
);
const clustered = ({ design }: Row) => design.sizes.some((size) => size > 1);
print(
  'independent items',
  rows.filter((row) => !clustered(row)),
);
print('clusters', rows.filter(clustered));
for (const correction of ['holm', 'bh', 'none']) {
  const of = rows.filter(({ design }) => design.correction === correction);
  print(`correction ${correction}`, of);
}
for (const targets of [2, 3, 4]) {
  const of = rows.filter(({ design }) => design.targets === targets);
  print(`${targets} targets`, of);
}
const share = (of: (one: Row) => number) => {
  const all = rows.map(of);
  return `${quantile(all, 0).toFixed(2)} to ${quantile(all, 1).toFixed(2)}`;
};
const together = print('**all**', rows);
console.log(
  `Found: differences of ${share(({ later }) => later.detectable)}; targets that differ on a share of ${share(({ later }) => later.discordance)} of the items`,
);
for (const { design, extremes, later } of rows) {
  if (holdsLater(extremes, later.detectable)) continue;
  const { low, high } = extremes;
  console.log(`Missed: ${design.name} found ${later.detectable.toFixed(3)}, bounds ${low} and ${high}`);
}
if (together < MIN_HELD_SHARE) process.exitCode = 1;
