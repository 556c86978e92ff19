import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../kernel/log.ts';
import type { WorkerChannel } from '../../../kernel/worker-channel.ts';
import type { BatchAnswer } from './sqlite-writer.ts';
import type { Maintenance, WriterRequest } from './sqlite-writer-thread.ts';

const EVERY_MS = 30_000;
const WAL_LIMIT_BYTES = 64 * 1024 * 1024;

/** Free pages kept for new rows: this many, or this share of the file. */
const KEPT_PAGES = 1000;
const KEPT_PART = 0.1;
/** The pause between steps, in which the writer does other work. */
const PAUSE_MS = 20;

interface Space extends Record<string, unknown> {
  pages: number;
  free: number;
  /** Whether the file can return pages; files created without auto_vacuum keep their size. */
  shrinks: number;
}

/**
 * Keeps the database small, every 30 s: truncates the log if readers prevented its checkpoint at 4 MB, and returns the
 * pages of deleted rows to the disk in small steps.
 */
export function startMaintenance(
  path: string,
  writer: WorkerChannel<WriterRequest, BatchAnswer>,
  log: Log,
  everyMs = EVERY_MS,
): { stop(): Promise<void> } {
  const stop = new AbortController();
  const ask = (maintenance: Maintenance) => writer.call({ maintenance });

  async function foldLog(): Promise<void> {
    const size = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    if (size <= WAL_LIMIT_BYTES) return;
    log.warn({ bytes: size }, 'the write-ahead log has grown; taking a checkpoint');
    await ask('checkpoint');
  }

  async function shrink(): Promise<void> {
    for (
      let space = readSpace(await ask('space'));
      isWasteful(space);
      space = readSpace(await ask('shrink'))
    ) {
      await sleep(PAUSE_MS, undefined, { signal: stop.signal });
    }
  }

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        await sleep(everyMs, undefined, { signal: stop.signal, ref: false });
        await foldLog();
        await shrink();
      } catch (err) {
        if (!stop.signal.aborted) log.warn({ err }, 'the size of the database could not be checked');
      }
    }
  }

  const running = run();
  return {
    async stop() {
      stop.abort();
      await running;
    },
  };
}

function isWasteful(space: Space | null): boolean {
  return space !== null && space.shrinks === 1 && space.free > Math.max(KEPT_PAGES, space.pages * KEPT_PART);
}

/** Null if the writer could not do it, for example on a full disk; the next run tries again. */
function readSpace(answer: BatchAnswer): Space | null {
  return 'results' in answer ? ((answer.results[0]?.rows[0] as Space | undefined) ?? null) : null;
}
