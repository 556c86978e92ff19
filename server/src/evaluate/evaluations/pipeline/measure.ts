import type { Database } from '../../../platform/db/db.ts';
import type { EvaluationKey } from '../kinds/kind.ts';
import { createMeasuredByKind, KINDS, type MeasuredByKind } from '../kinds/registry.ts';
import type { KindName } from '../kinds/shapes.ts';
import type { Plan } from '../plan/plan.ts';
import { type Aggregate, createAggregate } from '../results/aggregate.ts';
import { readMeasuredSamples } from '../stores/sample-store.ts';
import { readUnitPages } from '../stores/unit-pages.ts';
import { readGraderFitExamples } from './grader-fit-examples.ts';

/** What an evaluation has measured so far. */
export interface Measurement {
  /** Scores, and usage and latencies of calls. */
  aggregate: Aggregate;
  /** Measurements of each kind other than scores. */
  measured: MeasuredByKind;
}

/**
 * Rows per page: few enough that no thread holds many at once, and that the main thread processes a page within some
 * milliseconds.
 */
const PAGE = 1000;

/** Reads every sample of an evaluation page by page, and the measurements of each kind. */
export async function measureEvaluation(db: Database, of: EvaluationKey, plan: Plan): Promise<Measurement> {
  const aggregate = await readAggregate(db, of, plan);
  const found = new Map<KindName, unknown>();
  for (const kind of KINDS) {
    const own = await kind.aggregate?.(db, of, plan);
    if (own == null) continue;
    found.set(kind.name, own);
    for (const { target, unpriced } of kind.unpricedCalls?.(own) ?? []) {
      const calls = aggregate.calls[target];
      if (calls) calls.unpriced += unpriced;
    }
  }
  return { aggregate, measured: createMeasuredByKind(found) };
}

async function readAggregate(db: Database, of: EvaluationKey, plan: Plan): Promise<Aggregate> {
  const { add, aggregate } = createAggregate(plan, of.id);
  const pages = readUnitPages(PAGE, (after) => readMeasuredSamples(db, of, after, PAGE));
  for await (const page of pages) for (const sample of page) add(sample);
  return { ...aggregate, examples: await readGraderFitExamples(db, of, plan, aggregate) };
}
