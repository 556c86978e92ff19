import { DatabaseRefused } from '../database-refused.ts';
import { access } from './0001-access.ts';
import { nouns } from './0002-nouns.ts';
import { jobs } from './0003-jobs.ts';
import { messages } from './0004-messages.ts';
import { sources } from './0005-sources.ts';
import { evaluations } from './0006-evaluations.ts';
import { readings } from './0007-readings.ts';
import { embeddings } from './0008-embeddings.ts';
import { ledger } from './0009-ledger.ts';
import { charsets } from './0010-charsets.ts';
import { judgements } from './0011-judgements.ts';
import { events } from './0012-events.ts';
import { keptChunks } from './0013-kept-chunks.ts';
import { gradingCost } from './0014-grading-cost.ts';
import { gradeDetails } from './0015-grade-details.ts';
import { approvals } from './0016-approvals.ts';
import { answers } from './0017-answers.ts';
import { answerCosts } from './0018-answer-costs.ts';
import { scenarioQuality } from './0019-scenario-quality.ts';
import { endpoints } from './0020-endpoints.ts';
import { turns } from './0021-turns.ts';
import { askedBy } from './0022-asked-by.ts';
import { accounts } from './0023-accounts.ts';
import { answerParts } from './0024-answer-parts.ts';
import { callsUnderWay } from './0025-calls-under-way.ts';
import { keyLimits } from './0026-key-limits.ts';
import { deletedEvaluations } from './0027-deleted-evaluations.ts';
import { lanes } from './0028-lanes.ts';
import { indexSnapshots } from './0029-index-snapshots.ts';
import { stackRetrieval } from './0030-stack-retrieval.ts';
import { loadShares } from './0031-load-shares.ts';
import { scenarioSessions } from './0032-scenario-sessions.ts';
import { imports } from './0033-imports.ts';
import { series } from './0034-series.ts';
import { webhooks } from './0035-webhooks.ts';
import { evaluationBatches } from './0036-evaluation-batches.ts';
import { closingLanes } from './0037-closing-lanes.ts';
import { cachedTokens } from './0038-cached-tokens.ts';
import { gradedBy } from './0039-graded-by.ts';
import { callFailures } from './0040-call-failures.ts';
import { leftOut } from './0041-left-out.ts';
import { saidByJobs } from './0042-said-by-jobs.ts';
import { sourceTables } from './0043-source-tables.ts';
import { modelProviders } from './0044-model-providers.ts';
import { datasetVersions } from './0045-dataset-versions.ts';
import { catalogPrices } from './0046-catalog-prices.ts';
import type { Migration } from './migration.ts';

/** All migrations, in order. */
export const migrations: readonly Migration[] = [
  access,
  nouns,
  jobs,
  messages,
  sources,
  evaluations,
  readings,
  embeddings,
  ledger,
  charsets,
  judgements,
  events,
  keptChunks,
  gradingCost,
  gradeDetails,
  approvals,
  answers,
  answerCosts,
  scenarioQuality,
  endpoints,
  turns,
  askedBy,
  accounts,
  answerParts,
  callsUnderWay,
  keyLimits,
  deletedEvaluations,
  lanes,
  indexSnapshots,
  stackRetrieval,
  loadShares,
  scenarioSessions,
  imports,
  series,
  webhooks,
  evaluationBatches,
  closingLanes,
  cachedTokens,
  gradedBy,
  callFailures,
  leftOut,
  saidByJobs,
  sourceTables,
  modelProviders,
  datasetVersions,
  catalogPrices,
];

/** The number that is compared with the `oldestProgram` of a database. */
export const NEWEST_MIGRATION = migrations.at(-1)?.number ?? 0;

/** A migration that was applied to a database. */
export interface AppliedMigration {
  number: number;
  /** The value recorded by that migration; null: only programs that know the migration can run. */
  oldest_program: number | null;
}

/**
 * The migrations still to be applied. If a newer program has added migrations that only expand, this program can run
 * beside it. Throws `DatabaseRefused` if the database has a migration that this program cannot run on.
 */
export function pendingMigrations(applied: readonly AppliedMigration[]): readonly Migration[] {
  const ahead = applied.filter(({ number }) => number > NEWEST_MIGRATION);
  const needed = Math.max(...ahead.map(({ number, oldest_program }) => oldest_program ?? number));
  if (needed > NEWEST_MIGRATION) {
    const schema = Math.max(...ahead.map(({ number }) => number));
    throw new DatabaseRefused(
      `The database was written by a newer Touchstone (its schema is at ${schema}, which takes a program that knows ` +
        `${needed}; this one knows ${NEWEST_MIGRATION}). ` +
        'Start that version or a newer one, or point DATA_DIR or DATABASE_URL at another database.',
    );
  }
  const numbers = new Set(applied.map(({ number }) => number));
  return migrations.filter(({ number }) => !numbers.has(number));
}
