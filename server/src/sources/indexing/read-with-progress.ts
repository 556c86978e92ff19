import type { Job, JobContext } from '../../jobs/jobs.ts';
import type { ReadingStage } from '../../reading/reading.ts';
import { readOriginal } from '../source-content-store.ts';
import { updateOwner } from '../source-owner-store.ts';
import type { SourceJob } from '../source-queue.ts';
import type { StageName } from '../source-schemas.ts';
import type { SourceRow } from '../source-store.ts';
import { GONE, type IndexingOptions, writeAs } from './indexing-run.ts';
import { type FailedReading, type ReadSource, readSource } from './read-source.ts';

const EVERY_MS = 500;
const NAMES = { fetching: 'fetch', parsing: 'parse' } as const;

/** What a source's row says of how far it is; a `total` of 0 is not known. */
export function stageText(name: StageName, done: number, total: number, unit?: ReadingStage['unit']): string {
  return JSON.stringify({ name, done, total, ...(unit && { unit }) });
}

/**
 * Writes a reading's stages down as they come, one at a time and at most twice a second, and calls the reading off
 * through `signal` once `write` answers that the source is gone, or throws. `end` waits for the last write.
 */
function followReading(outer: AbortSignal, write: (stage: string) => Promise<boolean>) {
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
      busy = put(stageText(NAMES[name], done, total ?? 0, unit));
    },
    async end(): Promise<void> {
      await busy;
    },
    /** The source was deleted while it was read. */
    isGone: () => gone.signal.aborted && gone.signal.reason instanceof DOMException,
  };
}

/** Reads, and shows how far it is; null when the source was deleted meanwhile. */
export async function readWithProgress(
  options: IndexingOptions,
  job: Job<SourceJob>,
  { signal, heartbeat }: JobContext,
  owner: SourceRow,
): Promise<ReadSource | FailedReading | null> {
  const { db, clock, changed } = options;
  const { workspaceId, sourceId } = job.payload;
  const following = followReading(signal, async (stage_json) => {
    const set = { stage_json, updated_at: clock.now() };
    const isThere = await writeAs(options, job, (batch) =>
      updateOwner(batch, workspaceId, sourceId, set, GONE),
    );
    if (isThere) await changed(workspaceId, sourceId, 'processing');
    return isThere;
  });
  const onStage = (stage: ReadingStage) => {
    heartbeat();
    following.onStage(stage);
  };
  try {
    const original = readOriginal(db, workspaceId, sourceId);
    return await readSource(options, owner, original, { signal: following.signal, heartbeat }, onStage);
  } catch (error) {
    if (following.isGone()) return null;
    throw error;
  } finally {
    await following.end();
  }
}
