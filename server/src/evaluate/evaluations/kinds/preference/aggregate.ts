import type { SwappedPair } from '../../../../measure/statistics/statistics.ts';
import type { Database } from '../../../../platform/db/db.ts';
import { benchmarksOfKind, type Plan, unitAt, unitNumber, unitRange } from '../../plan/plan.ts';
import type { JudgementPage } from '../../stores/judgement-store.ts';
import { readComparedPairs } from '../../stores/sample-store.ts';
import { readUnitPages } from '../../stores/unit-pages.ts';
import { gradeRows, judgementRows } from '../judging/aggregate.ts';
import type { EvaluationKey } from '../kind.ts';
import type { PlannedPreference } from './describe.ts';
import { preferencesInBothOrders } from './panel-preference.ts';

export interface PreferenceMeasurement {
  /** By judge: the pairs compared in both orders. */
  judged: SwappedPair[][];
  /** By pair of responses: the difference of their lengths in bytes, and the score. */
  lengths: [difference: number, score: number][];
}

const PAGE = 1000;

/** Reads the judgements of compared pairs; null if the evaluation compares none. */
export async function measurePreferences(
  db: Database,
  of: EvaluationKey,
  plan: Plan,
): Promise<PreferenceMeasurement | null> {
  const [found] = benchmarksOfKind(plan, 'preference');
  if (!found) return null;
  const measured: PreferenceMeasurement = { judged: (plan.judges ?? []).map(() => []), lengths: [] };
  await readOrders(db, of, plan, found.at, measured);
  await readLengths(db, of, plan, found, measured);
  return measured;
}

/** The two orders of a pair by one judge are consecutive rows. */
async function readOrders(
  db: Database,
  of: EvaluationKey,
  plan: Plan,
  at: number,
  { judged }: PreferenceMeasurement,
): Promise<void> {
  const { from, to } = unitRange(plan, at);
  let before: JudgementPage[number] | null = null;
  for await (const row of judgementRows(db, of, from)) {
    if (row.unit >= to) return;
    const both: SwappedPair | null =
      before?.unit === row.unit && before.judge === row.judge
        ? preferencesInBothOrders([before, row], row.judge)
        : null;
    if (both) judged[row.judge]?.push(both);
    before = row;
  }
}

async function readLengths(
  db: Database,
  of: EvaluationKey,
  plan: Plan,
  { at, benchmark: { pairs } }: { at: number; benchmark: PlannedPreference },
  measured: PreferenceMeasurement,
): Promise<void> {
  const answers = unitRange(plan, pairs.of);
  const lengths = new Uint32Array(answers.to - answers.from);
  for await (const { unit, length } of gradeRows(db, of, answers)) lengths[unit - answers.from] = length;
  const read = (after: number) => readComparedPairs(db, of, at, after, PAGE);
  const pages = readUnitPages(PAGE, read);
  for await (const page of pages) {
    for (const { unit, score } of page) {
      if (score === null) continue;
      const { item, epoch, target, against = target } = unitAt(plan, unit);
      const length = (one: number) =>
        lengths[unitNumber(plan, { benchmark: pairs.of, item, epoch, target: one }) - answers.from] ?? 0;
      // Pairs with an empty response are excluded, because no judge compares them.
      if (length(target) > 0 && length(against) > 0)
        measured.lengths.push([length(target) - length(against), score]);
    }
  }
}
