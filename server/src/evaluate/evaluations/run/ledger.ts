import { AppError } from '../../../kernel/errors.ts';
import type { Database } from '../../../platform/db/db.ts';
import type { Judgement } from '../stores/judgement-store.ts';
import {
  type GradedColumns,
  type NewSample,
  type SampleEntry,
  type UnitClaim,
  writeSamples,
} from '../stores/sample-store.ts';
import type { NewTurn } from '../stores/turn-store.ts';
import { publishFinishedUnits } from './units-finished.ts';

/** The worker no longer holds the evaluation: it was cancelled, deleted, or taken over. */
export class EvaluationFenced extends Error {
  override readonly name = 'Fenced';
}

interface Waiting {
  entry: SampleEntry;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Answers that were paid for are kept until a full disk has room. Waiting longer would rarely help, and the run
 * starts again once its evaluation can be claimed.
 */
const DISK_WAIT_MS = 60_000;

export interface LedgerHooks {
  /** Once it is aborted nothing is waited for. */
  signal: AbortSignal;
  /** Told that the evaluation is lost, before any row is refused for it: a slot that is freed asks nothing more. */
  lost(error: EvaluationFenced): void;
  /** Told that the lane is closing, before the rows are durable to those who wait: a slot that is freed begins nothing. */
  closing(): void;
  /** Waits for a moment, before rows that the storage did not take are written again. */
  pause(signal: AbortSignal): Promise<void>;
}

/**
 * Rows that arrive while a batch is being committed form the next batch: at most one is under way, its
 * guard is paid once, and a row waits for at most two commits.
 *
 * @param holds what the worker holds, as it is when a batch is written
 */
export function createLedger(
  db: Database,
  holds: () => UnitClaim,
  { signal, lost, closing, pause }: LedgerHooks,
) {
  let waiting: Waiting[] = [];
  let writing = false;
  let refused = 0;

  async function flush(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      const entries = waiting;
      waiting = [];
      try {
        await writeAll(entries.map(({ entry }) => entry));
        for (const { resolve } of entries) resolve();
        publishFinishedUnits(entries.map(({ entry }) => entry));
      } catch (error) {
        if (error instanceof EvaluationFenced) lost(error);
        refused += entries.filter(({ entry }) => isPaid(entry)).length;
        for (const { reject } of entries) reject(error);
      }
    }
    writing = false;
  }

  async function writeAll(entries: readonly SampleEntry[]): Promise<void> {
    const giveUp = performance.now() + DISK_WAIT_MS;
    for (;;) {
      try {
        let lane: ReturnType<typeof writeSamples> = null;
        const outcome = await db.write((batch) => {
          lane = writeSamples(batch, holds(), entries);
        });
        if (!outcome.committed)
          throw new EvaluationFenced('This worker no longer owns the lease of the evaluation.');
        if (isClosing(lane)) closing();
        return;
      } catch (error) {
        const passing =
          error instanceof AppError &&
          (error.code === 'storage_full' || error.code === 'storage_unavailable');
        if (!passing || signal.aborted || performance.now() > giveUp) throw error;
        await pause(signal);
      }
    }
  }

  function add(entry: SampleEntry): Promise<void> {
    return new Promise((resolve, reject) => {
      waiting.push({ entry, resolve, reject });
      if (!writing) void flush();
    });
  }

  return {
    /** Stores the sample of a unit. Resolves when durable; rejects with `EvaluationFenced` or the storage error. */
    record: (sample: NewSample): Promise<void> => add({ kind: 'asked', sample }),
    /** Keeps steps of a conversation, and what its unit is after them where that changes; resolves and rejects alike. */
    say: (turns: readonly NewTurn[], sample: NewSample | null): Promise<void> =>
      add({ kind: 'said', turns, sample }),
    /** Keeps the grade of an answer that is durable; resolves and rejects alike. */
    grade: (unit: number, graded: GradedColumns): Promise<void> => add({ kind: 'graded', unit, graded }),
    /** Keeps what a judge said; resolves and rejects alike. */
    judge: (judgement: Judgement): Promise<void> => add({ kind: 'judged', judgement }),
    /** Durably records how many calls may be under way from now on; resolves and rejects accordingly. */
    allow: (calls: number): Promise<void> => add({ kind: 'allowed', calls }),
    /** How many answers came that were paid for and could not be kept. */
    refused: (): number => refused,
  };
}

const isClosing = (lane: ReturnType<typeof writeSamples>) => lane?.rows[0]?.closing === 1;

/** Whether it keeps what a call has cost. */
function isPaid(entry: SampleEntry): boolean {
  if (entry.kind === 'asked') return entry.sample.answer !== null && entry.sample.answer_of === null;
  if (entry.kind === 'said') return entry.turns.some(({ cost }) => cost !== null);
  return entry.kind === 'judged';
}
