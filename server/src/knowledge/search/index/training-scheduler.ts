import type { CooperativeTask } from '../lsa/cooperative-task.ts';
import type { IndexWriter } from './index-writer.ts';
import { type TrainedOn, trainIndex, trainingNeed } from './train-index.ts';

/** How long a file must be unchanged before a model is trained, in milliseconds. */
export interface TrainingTiming {
  /** The minimum, which applies to a first model and after the number of chunks has doubled or halved. */
  soonMs: number;
  /** The maximum. In between it is the duration of a training: about a second for 1,000 chunks. */
  laterMs: number;
}

export const TRAINING_TIMING: TrainingTiming = { soonMs: 200, laterMs: 30_000 };

/** bench/search-freshness.ts prints the time from the last chunk to the final model. */
const TRAINING_MS_PER_CHUNK = 1;
/** How long to wait while a change is being written to the file. */
const RETRY_MS = 10;

export interface TrainerDeps {
  /** Null if the file is damaged; a search notices that, and the file is rebuilt. */
  open(path: string): IndexWriter | null;
  timing: TrainingTiming;
  trained(path: string, result: TrainedOn & { ms: number }): void;
  failed(path: string, error: unknown): void;
}

/**
 * Retrains the models of index files as they change, in the indexer thread's idle time. Trains one file at a time,
 * slice by slice: between two slices the thread answers requests.
 */
export function createTrainingScheduler(deps: TrainerDeps) {
  const changedAt = new Map<string, number>();
  const timers = new Map<string, NodeJS.Timeout>();
  const queue = new Set<string>();
  let running: { path: string; work: CooperativeTask<TrainedOn>; started: number } | null = null;
  let scheduled = false;
  let stopped = false;

  function checkAfter(path: string, ms: number): void {
    clearTimeout(timers.get(path));
    const timer = setTimeout(() => check(path), ms);
    timer.unref();
    timers.set(path, timer);
  }

  /** Starts training if the file has been unchanged for long enough. */
  function check(path: string): void {
    timers.delete(path);
    const idle = performance.now() - (changedAt.get(path) ?? 0);
    const wait = guarded(path, () => waitFor(deps.open(path), deps.timing)) ?? null;
    if (wait === null) changedAt.delete(path);
    else if (wait === 'busy' || running?.path === path) checkAfter(path, deps.timing.soonMs);
    else if (idle + 1 < wait) checkAfter(path, wait - idle);
    else {
      changedAt.delete(path);
      queue.add(path);
      start();
    }
  }

  function start(): void {
    const [path] = queue;
    if (running || stopped || path === undefined) return;
    queue.delete(path);
    running = { path, work: trainIndex(() => requireFile(deps.open(path))), started: performance.now() };
    schedule(0);
  }

  /** Uses the event loop, so that messages are answered first. */
  function schedule(ms: number): void {
    if (scheduled) return;
    scheduled = true;
    if (ms > 0) setTimeout(runSlice, ms).unref();
    else setImmediate(runSlice);
  }

  function runSlice(): void {
    scheduled = false;
    if (!running || stopped) return;
    const { path, work, started } = running;
    const step = guarded(path, () => (deps.open(path)?.inTransaction() ? 'busy' : work.next()));
    if (step === 'busy') schedule(RETRY_MS);
    else if (step && !step.done) schedule(0);
    else {
      running = null;
      if (step?.done) deps.trained(path, { ...step.value, ms: Math.round(performance.now() - started) });
      start();
    }
  }

  function guarded<T>(path: string, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      deps.failed(path, error);
      return undefined;
    }
  }

  return {
    /** Call when the file was opened or changed. */
    fileChanged(path: string): void {
      if (stopped) return;
      changedAt.set(path, performance.now());
      checkAfter(path, deps.timing.soonMs);
    },
    /** Call before the file is deleted: ends all work on it. */
    forget(path: string): void {
      clearTimeout(timers.get(path));
      timers.delete(path);
      changedAt.delete(path);
      queue.delete(path);
      if (running?.path !== path) return;
      running = null;
      start();
    },
    stop(): void {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}

/** How long a file must be unchanged before its training; null if it needs none. */
function waitFor(file: IndexWriter | null, timing: TrainingTiming): number | 'busy' | null {
  if (!file) return null;
  if (file.inTransaction()) return 'busy';
  const state = file.vectors.state();
  const need = trainingNeed(state);
  if (need === 'none') return null;
  if (need === 'urgent') return timing.soonMs;
  return Math.max(timing.soonMs, Math.min(timing.laterMs, TRAINING_MS_PER_CHUNK * state.chunks));
}

function requireFile(file: IndexWriter | null): IndexWriter {
  if (!file) throw new Error('The index file is damaged or of another version.');
  return file;
}
