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
];
