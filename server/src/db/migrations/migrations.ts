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
import type { Migration } from './migration.ts';

/** All migrations, in order. */
const migrations: readonly Migration[] = [
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
];

/**
 * The migrations still to be applied, given the numbers of those that were. Throws `DatabaseRefused` when
 * the database knows one that this program does not.
 */
export function pendingMigrations(applied: readonly number[]): readonly Migration[] {
  const newest = migrations.at(-1)?.number ?? 0;
  const ahead = applied.filter((number) => number > newest);
  if (ahead.length > 0) {
    throw new DatabaseRefused(
      `The database was written by a newer Touchstone (its schema is at ${Math.max(...ahead)}, this program knows ${newest}). ` +
        'Start that version or a newer one, or point DATA_DIR or DATABASE_URL at another database.',
    );
  }
  return migrations.filter(({ number }) => !applied.includes(number));
}
