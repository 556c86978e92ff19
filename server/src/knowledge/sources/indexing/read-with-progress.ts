import type { Job, JobContext } from '../../../platform/jobs/jobs.ts';
import type { ReadingStage } from '../../reading/reading.ts';
import { readOriginal } from '../source-content-store.ts';
import { updateOwner } from '../source-owner-store.ts';
import type { SourceJob } from '../source-queue.ts';
import type { StageName } from '../source-schemas.ts';
import type { SourceRow } from '../source-store.ts';
import { type IndexingOptions, SOURCE_GONE, writeInRun } from './indexing-run.ts';
import { type FailedReading, type ReadSource, readSource } from './read-source.ts';

const EVERY_MS = 500;
const NAMES = { fetching: 'fetch', parsing: 'parse' } as const;

/** The progress in a source's row, as JSON. A `total` of 0 means unknown. */
export function stageJson(name: StageName, done: number, total: number, unit?: ReadingStage['unit']): string {
  return JSON.stringify({ name, done, total, ...(unit && { unit }) });
}

/**
 * Writes the stages of a reading, one at a time and at most twice a second. Aborts `signal`, and with it the reading,
 * if `write` returns false (the source was deleted) or throws. `end` waits for the last write.
 */
function createProgressWriter(outer: AbortSignal, write: (stage: string) => Promise<boolean>) {
  const gone = new AbortController();
  let last = performance.now();
  let busy: Promise<void> | null = null;

  async function put(stage: string): Promise<void> {
    try {
      if (!(await write(stage))) gone.abort();
    } catch (error) {
      gone.abort(error);
    } finally {
      busy = null;
    }
  }

  return {
    signal: AbortSignal.any([outer, gone.signal]),
    onStage({ name, unit, done, total }: ReadingStage): void {
      if (busy || performance.now() - last < EVERY_MS) return;
      last = performance.now();
      busy = put(stageJson(NAMES[name], done, total ?? 0, unit));
    },
    async end(): Promise<void> {
      await busy;
    },
    /** Thrown when the source was deleted while it was read. */
    isGone: () => gone.signal.aborted && gone.signal.reason instanceof DOMException,
  };
}

/** Reads a source and writes its progress. Returns null if the source was deleted in the meantime. */
export async function readWithProgress(
  options: IndexingOptions,
  job: Job<SourceJob>,
  { signal, heartbeat }: JobContext,
  owner: SourceRow,
): Promise<ReadSource | FailedReading | null> {
  const { db, clock, changed } = options;
  const { workspaceId, sourceId } = job.payload;
  const progress = createProgressWriter(signal, async (stage_json) => {
    const set = { stage_json, updated_at: clock.now() };
    const isThere = await writeInRun(options, job, (batch) =>
      updateOwner(batch, workspaceId, sourceId, set, SOURCE_GONE),
    );
    if (isThere) await changed(workspaceId, sourceId, 'processing');
    return isThere;
  });
  const onStage = (stage: ReadingStage) => {
    heartbeat();
    progress.onStage(stage);
  };
  try {
    const original = readOriginal(db, workspaceId, sourceId);
    return await readSource(options, owner, original, { signal: progress.signal, heartbeat }, onStage);
  } catch (error) {
    if (progress.isGone()) return null;
    throw error;
  } finally {
    await progress.end();
  }
}
