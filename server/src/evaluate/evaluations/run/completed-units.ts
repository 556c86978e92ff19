import type { Database } from '../../../platform/db/db.ts';
import type { EvaluationClaim } from '../stores/evaluation-store.ts';
import { type CompletedUnit, readCompletedSamples } from '../stores/sample-store.ts';
import { readUnitPages } from '../stores/unit-pages.ts';

const PAGE = 1000;

/** The state of each unit in the ledger: two bits, so that a million units take a quarter of a megabyte. */
export interface CompletedUnits {
  /** Number of finished units. */
  readonly done: number;
  /** Cost of the calls in the ledger in 10⁻¹² USD, and the number of calls it covers. */
  readonly paid: { readonly spent: number; readonly calls: number };
  /** Whether the unit is finished. */
  isDone(unit: number): boolean;
  /** Whether its response is stored and waits to be graded. */
  isAnswered(unit: number): boolean;
}

/** Reads which units have a row. A failed unit of an earlier round is pending again. */
export async function readCompletedUnits(
  db: Database,
  held: EvaluationClaim,
  units: number,
): Promise<CompletedUnits> {
  const finished = createBits(units);
  const answered = createBits(units);
  let done = 0;
  const paid = { spent: 0, calls: 0 };
  const pay = (cost: number | null) => {
    if (cost === null) return;
    paid.spent += cost;
    paid.calls++;
  };
  const add = ({ unit, state, round, cost, answer_of, grading_cost }: CompletedUnit) => {
    if (answer_of === null) pay(cost);
    pay(grading_cost);
    if (state === 'answered') answered.set(unit);
    else if (state !== 'interrupted' && (state !== 'failed' || round >= held.round)) {
      finished.set(unit);
      done++;
    }
  };
  const pages = readUnitPages(PAGE, (after) => readCompletedSamples(db, held, after, PAGE));
  for await (const page of pages) for (const row of page) add(row);
  return { done, paid, isDone: finished.has, isAnswered: answered.has };
}

function createBits(size: number) {
  const bits = new Uint8Array(Math.ceil(size / 8));
  return {
    set(at: number) {
      bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
    },
    has: (at: number) => ((bits[at >> 3] ?? 0) & (1 << (at & 7))) !== 0,
  };
}
