import type { Clock } from '../../../kernel/clock.ts';
import type { Facts } from '../../../models/catalog/catalog.ts';
import type { Database } from '../../../platform/db/db.ts';
import { type Export, exportEvaluation } from '../exports/exports.ts';
import type { Plan } from '../plan/plan.ts';
import { readMigration } from '../results/migration.ts';
import type { createSampleReads } from '../samples/read-samples.ts';
import type { Evaluation } from '../schemas/evaluation-schemas.ts';
import type { ExportQuery } from '../schemas/export-schemas.ts';
import type { Migration } from '../schemas/migration-schemas.ts';
import type { SampleQuery } from '../schemas/sample-schemas.ts';
import type { EvaluationHead } from '../stores/evaluation-store.ts';
import type { EvaluationResponses } from './evaluation-responses.ts';
import { requirePlan } from './stored-evaluation.ts';

interface DecisionOptions {
  db: Database;
  clock: Clock;
  facts: Facts;
  responses: EvaluationResponses;
}

/** An evaluation with its results and its plan. */
export async function readWithPlan(
  { db, responses }: Pick<DecisionOptions, 'db' | 'responses'>,
  row: EvaluationHead,
): Promise<{ evaluation: Evaluation; plan: Plan }> {
  return { evaluation: await responses.toResponse(row), plan: await requirePlan(db, row) };
}

/** Migration advice. Throws `wrong_state` if the evaluation does not ask `no_worse`, or is not measured yet. */
export async function readMigrationOf(options: DecisionOptions, row: EvaluationHead): Promise<Migration> {
  const { facts, clock } = options;
  return readMigration(await readWithPlan(options, row), { facts, now: clock.now() });
}

/** The whole evaluation in one format; samples are read while the file is written. */
export async function exportStoredEvaluation(
  options: DecisionOptions & { samples: ReturnType<typeof createSampleReads> },
  row: EvaluationHead,
  { format, ...about }: ExportQuery,
): Promise<Export> {
  const { facts, clock, samples } = options;
  const read = await readWithPlan(options, row);
  const page = (query: SampleQuery) => samples.list(row, query);
  const migration = () => readMigration(read, { facts, now: clock.now() });
  return exportEvaluation(format, { ...read, page, migration, ...about });
}
