import { joinNames } from '@touchstone/report/figures';
import type { Clock } from '../../kernel/clock.ts';
import { impossibleField } from '../../kernel/errors.ts';
import { createSlots } from '../../kernel/slots.ts';
import type { Alongside, Database } from '../../platform/db/db.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import { createRunReader, UnreadableRun } from '../imported-runs/imported-runs.ts';
import { enqueueErase } from './evaluation-queue.ts';
import { type LabelledRun, type PlannedImport, planImport } from './kinds/imported/plan-import.ts';
import type { ResultsContext } from './pipeline/build-results.ts';
import { toEvaluation } from './pipeline/to-response.ts';
import { newEvaluationRow } from './pipeline/write-plan.ts';
import { writeRecordedEvaluation } from './pipeline/write-recorded.ts';
import type { Evaluation } from './schemas/evaluation-schemas.ts';
import { MAX_TARGETS } from './schemas/evaluation-schemas.ts';
import type { RunImportQuery } from './schemas/run-import-schemas.ts';

interface SentFile {
  field: string;
  name: string;
  bytes: Uint8Array;
}

/** The files of an import, and how they are compared. */
export interface RunImport extends RunImportQuery {
  files: readonly SentFile[];
}

interface RunImportOptions extends ResultsContext {
  db: Database;
  clock: Clock;
  jobs: JobQueue;
}

/** Fields that say nothing of what a run is called. */
const UNLABELLED = /^(?:runs?|files?)(?:-\d+)?$/;

/** Makes completed evaluations of files of other tools, one at a time: what they hold is in memory meanwhile. */
export function createRunImport({ db, clock, jobs, ...known }: RunImportOptions) {
  const read = createRunReader();
  const slots = createSlots(1);

  /** The runs of the files, in the order in which their fields were sent. Throws 422 for files that cannot be read. */
  async function planned({ files, ...query }: RunImport): Promise<PlannedImport> {
    if (files.length === 0) throw impossibleField('', 'An import needs at least one file.');
    const groups = Map.groupBy(files, ({ field }) => field);
    try {
      const runs = await read(
        [...groups].map(([field, own]) => ({
          label: UNLABELLED.test(field) ? null : field,
          files: own.map(({ name, bytes }) => ({ name, bytes })),
        })),
      );
      const plan = await planImport(runs, {
        name: query.name ?? nameOf(files),
        match: query.match ?? 'auto',
        score: query.score ?? null,
        methodology: {
          ...(query.margin !== undefined && { margin: query.margin }),
          ...(query.confidence_level !== undefined && { confidence_level: query.confidence_level }),
        },
      });
      requireFitting(runs, plan);
      return plan;
    } catch (error) {
      if (!(error instanceof UnreadableRun)) throw error;
      throw impossibleField('', error.message);
    }
  }

  return (workspaceId: string, input: RunImport, alongside: Alongside<Evaluation>): Promise<Evaluation> =>
    slots.run(async () => {
      const { plan, sampled, warnings, samples, input: definition } = await planned(input);
      const now = clock.now();
      const defined = { plan, sampled, warnings, evaluationType: 'imported' };
      const draft = {
        ...newEvaluationRow(workspaceId, definition, defined, now),
        status: 'completed',
        progress_percent: 100,
        started_at: now,
        completed_at: now,
      };
      const row = await writeRecordedEvaluation(db, draft, defined, () => samples(now), {
        ...known,
        finish: (batch, written) => alongside(batch, toEvaluation(written)),
        abandon: (batch, { id }) => enqueueErase(jobs, batch, workspaceId, id),
      });
      return toEvaluation(row);
    });
}

const MOST_NAME = 200;
/** MMLU alone has 57 subjects. */
const MOST_TASKS = 200;

function nameOf(files: readonly SentFile[]): string {
  const first = [...Map.groupBy(files, ({ field }) => field).values()].map(([one]) => one?.name ?? '');
  return joinNames(first, 5).slice(0, MOST_NAME).toWellFormed();
}

function requireFitting(runs: readonly LabelledRun[], { plan }: PlannedImport): void {
  if (runs.length > MAX_TARGETS)
    throw new UnreadableRun(`The files hold ${runs.length} runs; an evaluation has at most ${MAX_TARGETS}.`);
  if (plan.benchmarks.length > MOST_TASKS)
    throw new UnreadableRun(
      `The files hold ${plan.benchmarks.length} tasks; an import takes at most ${MOST_TASKS}. Send the samples of fewer tasks.`,
    );
}
