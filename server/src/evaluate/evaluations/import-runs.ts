import { joinNames } from '@touchstone/report/figures';
import type { Clock } from '../../kernel/clock.ts';
import { impossibleField } from '../../kernel/errors.ts';
import { createSlots } from '../../kernel/slots.ts';
import type { Alongside, Database } from '../../platform/db/db.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import { createRunReader, FILES_AS_RUN_SOURCE, UnreadableRun } from '../imported-runs/imported-runs.ts';
import { enqueueErase } from './evaluation-queue.ts';
import {
  type ImportOptions,
  type LabelledRun,
  type PlannedImport,
  planImport,
} from './kinds/imported/plan-import.ts';
import type { ResultsContext } from './pipeline/build-results.ts';
import { toEvaluation } from './pipeline/to-response.ts';
import { newEvaluationRow } from './pipeline/write-plan.ts';
import { writeRecordedEvaluation } from './pipeline/write-recorded.ts';
import type { createSampleReads } from './samples/read-samples.ts';
import type { Evaluation } from './schemas/evaluation-schemas.ts';
import { MAX_TARGETS } from './schemas/evaluation-schemas.ts';
import type { NewComparison, RunImportQuery } from './schemas/run-import-schemas.ts';
import { EVALUATIONS_AS_RUN_SOURCE, readStoredRuns } from './stored-runs.ts';

interface SentFile {
  field: string;
  name: string;
  bytes: Uint8Array;
}

/** How runs are compared, apart from how their items are matched. */
type Compared = Omit<RunImportQuery, 'match' | 'score'>;

/** The files of an import, and how they are compared. */
export interface RunImport extends RunImportQuery {
  files: readonly SentFile[];
}

interface RunImportOptions extends ResultsContext {
  db: Database;
  samples: ReturnType<typeof createSampleReads>;
  clock: Clock;
  jobs: JobQueue;
}

/** Form fields whose names are not labels of runs. */
const UNLABELLED = /^(?:runs?|files?)(?:-\d+)?$/;

const FROM_FILES =
  'The samples were imported: responses, scores, latencies, tokens and costs are those in the files, and nothing was measured here.';

/**
 * Creates completed evaluations from files and from other evaluations, one at a time, because the whole contents are
 * in memory.
 */
export function createRunImport({ db, clock, jobs, samples: reads, ...known }: RunImportOptions) {
  const read = createRunReader();
  const slots = createSlots(1);

  /** The runs in the files, in the order of their form fields. Throws 422 for files that cannot be read. */
  async function ofFiles({ files, match = 'auto', score, ...compared }: RunImport): Promise<PlannedImport> {
    if (files.length === 0) throw impossibleField('', 'An import needs at least one file.');
    const groups = Map.groupBy(files, ({ field }) => field);
    const runs = await read(
      [...groups].map(([field, own]) => ({
        label: UNLABELLED.test(field) ? null : field,
        files: own.map(({ name, bytes }) => ({ name, bytes })),
      })),
    );
    const first = [...groups.values()].map(([one]) => one?.name ?? '');
    return planned(runs, compared, {
      names: first,
      origin: FROM_FILES,
      from: FILES_AS_RUN_SOURCE,
      match,
      score: score ?? null,
    });
  }

  async function ofEvaluations(workspaceId: string, { evaluations, ...compared }: NewComparison) {
    const twice = evaluations.findIndex((id, i) => evaluations.indexOf(id) < i);
    if (twice !== -1) throw impossibleField(`/evaluations/${twice}`, 'The evaluation is listed twice.');
    const { runs, names, notes } = await readStoredRuns({ db, samples: reads }, workspaceId, evaluations);
    const origin = `The samples are those of ${joinNames(names.map((name) => `"${name}"`))}; no model was called. Items count as the same where question, expected answer and grader are the same.`;
    const plan = await planned(runs, compared, {
      names,
      origin,
      from: EVALUATIONS_AS_RUN_SOURCE,
      match: 'content',
      score: null,
    });
    return { ...plan, warnings: [...plan.warnings, ...notes] };
  }

  async function planned(
    runs: readonly LabelledRun[],
    { name, margin, confidence_level }: Compared,
    { names, ...options }: { names: readonly string[] } & Omit<ImportOptions, 'name' | 'methodology'>,
  ): Promise<PlannedImport> {
    const plan = await planImport(runs, {
      ...options,
      name: name ?? joinNames(names, 5).slice(0, MOST_NAME).toWellFormed(),
      methodology: {
        ...(margin !== undefined && { margin }),
        ...(confidence_level !== undefined && { confidence_level }),
      },
    });
    requireFitting(runs, plan);
    return plan;
  }

  /** Writes the planned evaluation. Throws 422 for runs that cannot be read or compared. */
  function write(
    workspaceId: string,
    planning: () => Promise<PlannedImport>,
    alongside: Alongside<Evaluation>,
  ): Promise<Evaluation> {
    return slots.run(async () => {
      const { plan, sampled, warnings, samples, input } = await planning().catch((error: unknown) => {
        throw error instanceof UnreadableRun ? impossibleField('', error.message) : error;
      });
      const now = clock.now();
      const defined = { plan, sampled, warnings, evaluationType: 'imported' };
      const draft = {
        ...newEvaluationRow(workspaceId, input, defined, now),
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

  return {
    importFiles: (workspaceId: string, input: RunImport, alongside: Alongside<Evaluation>) =>
      write(workspaceId, () => ofFiles(input), alongside),
    compare: (workspaceId: string, input: NewComparison, alongside: Alongside<Evaluation>) =>
      write(workspaceId, () => ofEvaluations(workspaceId, input), alongside),
  };
}

const MOST_NAME = 200;
/** Benchmarks of many tasks, such as the 57 subjects of MMLU, must fit. */
const MOST_TASKS = 200;

function requireFitting(runs: readonly LabelledRun[], { plan }: PlannedImport): void {
  if (runs.length > MAX_TARGETS)
    throw new UnreadableRun(`There are ${runs.length} runs; an evaluation has at most ${MAX_TARGETS}.`);
  if (plan.benchmarks.length > MOST_TASKS)
    throw new UnreadableRun(
      `There are ${plan.benchmarks.length} tasks; at most ${MOST_TASKS} can be compared at once.`,
    );
}
