import type { Database } from '../../db/db.ts';
import type { Held } from '../evaluation-store.ts';
import { kindOf, type Plan } from '../plan.ts';
import { answeredRows } from './answered-rows.ts';
import type { StoredCapacity } from './capacity-units.ts';

/** What a search for capacity found of one target under one scenario. */
export interface MeasuredCapacity extends StoredCapacity {
  /** Index in the plan. */
  target: number;
  scenario: number;
}

/** Reads the searches of an evaluation. Of several epochs the last counts. */
export async function measureCapacity(
  db: Database,
  of: Pick<Held, 'workspaceId' | 'id'>,
  plan: Plan,
): Promise<MeasuredCapacity[]> {
  const found = new Map<string, MeasuredCapacity>();
  for (const [index, benchmark] of plan.benchmarks.entries()) {
    if (kindOf(benchmark) !== 'capacity' || benchmark.capacity === undefined) continue;
    const { scenario } = benchmark.capacity;
    for await (const { target, answer } of answeredRows(db, of, index)) {
      const stored = JSON.parse(answer) as StoredCapacity;
      found.set(`${scenario}:${target}`, { ...stored, target, scenario });
    }
  }
  return [...found.values()];
}
