import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../db/db.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Held } from '../stores/evaluation-store.ts';
import type { Judgement } from '../stores/judgement-store.ts';
import { type Entry, type Graded, type NewSample, writeSamples } from '../stores/sample-store.ts';
import type { NewTurn } from '../stores/turn-store.ts';
import { tellFinished } from './units-finished.ts';

/** The worker no longer holds the evaluation: it was cancelled, deleted, or taken over. */
export class Fenced extends Error {
  override readonly name = 'Fenced';
}

/** What is durable of one evaluation, as one worker writes it. */
export interface Ledger {
  /** Keeps what came of asking a unit. Resolves when it is durable; rejects with `Fenced`, or with what the storage said. */
  record(sample: NewSample): Promise<void>;
  /** Keeps steps of a conversation, and what its unit is after them where that changes; resolves and rejects alike. */
  say(turns: readonly NewTurn[], sample: NewSample | null): Promise<void>;
  /** Keeps the grade of an answer that is durable; resolves and rejects alike. */
  grade(unit: number, graded: Graded): Promise<void>;
  /** Keeps what a judge said; resolves and rejects alike. */
  judge(judgement: Judgement): Promise<void>;
  /** Keeps that so many calls may be under way from now on; resolves and rejects alike. */
  allow(calls: number): Promise<void>;
}

interface Waiting {
  entry: Entry;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * A full disk is waited for, not failed on: answers that were paid for are held until there is room. Longer than
 * this would be in vain more often than not, and the run begins again once its evaluation can be claimed.
 */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 500;

export interface LedgerHooks {
  /** Once it is aborted nothing is waited for. */
  signal: AbortSignal;
  /** Told that the evaluation is lost, before any row is refused for it: a slot that is freed asks nothing more. */
  lost(error: Fenced): void;
}

/**
 * Rows that arrive while a batch is being committed form the next batch: at most one is under way, its
 * guard is paid once, and a row waits for at most two commits.
 */
export function createLedger(db: Database, held: Held, { signal, lost }: LedgerHooks): Ledger {
  let waiting: Waiting[] = [];
  let writing = false;

  async function flush(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      const entries = waiting;
      waiting = [];
      try {
        await writeAll(entries.map(({ entry }) => entry));
        for (const { resolve } of entries) resolve();
        tellFinished(entries.map(({ entry }) => entry));
      } catch (error) {
        if (error instanceof Fenced) lost(error);
        for (const { reject } of entries) reject(error);
      }
    }
    writing = false;
  }

  async function writeAll(entries: readonly Entry[]): Promise<void> {
    const giveUp = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        const outcome = await db.write((batch) => writeSamples(batch, held, entries));
        if (!outcome.committed) throw new Fenced('The evaluation is no longer held by this worker.');
        return;
      } catch (error) {
        const passing =
          error instanceof AppError &&
          (error.code === 'storage_full' || error.code === 'storage_unavailable');
        if (!passing || signal.aborted || performance.now() > giveUp) throw error;
        await delay(PAUSE_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  function add(entry: Entry): Promise<void> {
    return new Promise((resolve, reject) => {
      waiting.push({ entry, resolve, reject });
      if (!writing) void flush();
    });
  }

  return {
    record: (sample) => add({ kind: 'asked', sample }),
    say: (turns, sample) => add({ kind: 'said', turns, sample }),
    grade: (unit, graded) => add({ kind: 'graded', unit, graded }),
    judge: (judgement) => add({ kind: 'judged', judgement }),
    allow: (calls) => add({ kind: 'allowed', calls }),
  };
}
