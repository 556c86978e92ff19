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
 * How long paid responses are kept in memory until a full disk has space. Waiting longer would rarely help, and the
 * run restarts once its evaluation can be claimed.
 */
const DISK_WAIT_MS = 60_000;

export interface LedgerHooks {
  /** Once it is aborted, nothing is waited for. */
  signal: AbortSignal;
  /** Called when the evaluation is lost, before any row is rejected, so that a freed slot sends nothing more. */
  lost(error: EvaluationFenced): void;
  /**
   * Called when the lane is closing, before callers learn that their rows are durable, so that a freed slot starts
   * nothing.
   */
  closing(): void;
  /** Pauses before rows that the database did not accept are written again. */
  pause(signal: AbortSignal): Promise<void>;
}

/**
 * Rows that arrive while a batch is being committed form the next batch: at most one batch is in progress, its guard
 * is checked once, and a row waits for at most two commits.
 *
 * @param holds the claim of the worker at the time a batch is written
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
    /** Stores the sample of a unit. Resolves when durable; rejects with `EvaluationFenced` or the database error. */
    record: (sample: NewSample): Promise<void> => add({ kind: 'asked', sample }),
    /**
     * Stores steps of a conversation, and the sample of its unit if that changes. Resolves and rejects like `record`.
     */
    say: (turns: readonly NewTurn[], sample: NewSample | null): Promise<void> =>
      add({ kind: 'said', turns, sample }),
    /** Stores the grade of a durable response. Resolves and rejects like `record`. */
    grade: (unit: number, graded: GradedColumns): Promise<void> => add({ kind: 'graded', unit, graded }),
    /** Stores a judgement. Resolves and rejects like `record`. */
    judge: (judgement: Judgement): Promise<void> => add({ kind: 'judged', judgement }),
    /** Durably records how many calls may be in progress from now on. Resolves and rejects like `record`. */
    allow: (calls: number): Promise<void> => add({ kind: 'allowed', calls }),
    /** Number of paid responses that could not be stored. */
    refused: (): number => refused,
  };
}

const isClosing = (lane: ReturnType<typeof writeSamples>) => lane?.rows[0]?.closing === 1;

/** Whether the entry contains the cost of a call. */
function isPaid(entry: SampleEntry): boolean {
  if (entry.kind === 'asked') return entry.sample.answer !== null && entry.sample.answer_of === null;
  if (entry.kind === 'said') return entry.turns.some(({ cost }) => cost !== null);
  return entry.kind === 'judged';
}
