import type { CooperativeTask } from '../lsa/cooperative-task.ts';
import type { IndexWriter } from './index-writer.ts';
import { type TrainedOn, trainIndex, trainingNeed } from './train-index.ts';

/** Keeps the models of index files up to what is in them, in the indexer thread's idle time. */
export interface TrainingScheduler {
  /** The file was opened or changed. */
  touched(path: string): void;
  /** The file is about to be deleted: whatever is done with it ends here. */
  forget(path: string): void;
  stop(): void;
}

/** How long a file has to be left alone before a model is trained, in milliseconds. */
export interface TrainingTiming {
  /** For a first model, twice or half the chunks, and wherever training takes less than about a second. */
  soonMs: number;
  /** For more than a fifth of new chunks. */
  laterMs: number;
}

export const TRAINING_TIMING: TrainingTiming = { soonMs: 200, laterMs: 30_000 };

/** Below this training is so quick that it need not wait for a quiet half minute. */
const QUICK_BELOW = 1000;
/** While a change is being written to the file. */
const RETRY_MS = 10;

export interface TrainerDeps {
  /** Null when the file is damaged; searches find that out, and it is made anew. */
  open(path: string): IndexWriter | null;
  timing: TrainingTiming;
  trained(path: string, result: TrainedOn & { ms: number }): void;
  failed(path: string, error: unknown): void;
}

/** One file at a time, slice by slice: between two slices the thread answers whatever it was asked. */
export function createTrainingScheduler(deps: TrainerDeps): TrainingScheduler {
  const touched = new Map<string, number>();
  const timers = new Map<string, NodeJS.Timeout>();
  const queue = new Set<string>();
  let running: { path: string; work: CooperativeTask<TrainedOn>; started: number } | null = null;
  let scheduled = false;
  let stopped = false;

  function watch(path: string, ms: number): void {
    clearTimeout(timers.get(path));
    const timer = setTimeout(() => look(path), ms);
    timer.unref();
    timers.set(path, timer);
  }

  /** Decides whether the file has been left alone for long enough. */
  function look(path: string): void {
    timers.delete(path);
    const idle = performance.now() - (touched.get(path) ?? 0);
    const wait = guarded(path, () => waitFor(deps.open(path), deps.timing)) ?? null;
    if (wait === null) touched.delete(path);
    else if (wait === 'busy' || running?.path === path) watch(path, deps.timing.soonMs);
    else if (idle + 1 < wait) watch(path, wait - idle);
    else {
      touched.delete(path);
      queue.add(path);
      start();
    }
  }

  function start(): void {
    const [path] = queue;
    if (running || stopped || path === undefined) return;
    queue.delete(path);
    running = { path, work: trainIndex(() => sound(deps.open(path))), started: performance.now() };
    schedule(0);
  }

  /** Through the event loop, so that messages come first. */
  function schedule(ms: number): void {
    if (scheduled) return;
    scheduled = true;
    if (ms > 0) setTimeout(turn, ms).unref();
    else setImmediate(turn);
  }

  function turn(): void {
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
    touched(path) {
      if (stopped) return;
      touched.set(path, performance.now());
      watch(path, deps.timing.soonMs);
    },
    forget(path) {
      clearTimeout(timers.get(path));
      timers.delete(path);
      touched.delete(path);
      queue.delete(path);
      if (running?.path !== path) return;
      running = null;
      start();
    },
    stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}

/** How long a file that needs training should have been idle; null = it needs none. */
function waitFor(file: IndexWriter | null, timing: TrainingTiming): number | 'busy' | null {
  if (!file) return null;
  if (file.inTransaction()) return 'busy';
  const state = file.vectors.state();
  const need = trainingNeed(state);
  if (need === 'none') return null;
  return need === 'urgent' || state.chunks <= QUICK_BELOW ? timing.soonMs : timing.laterMs;
}

function sound(file: IndexWriter | null): IndexWriter {
  if (!file) throw new Error('The index file is damaged or of another version.');
  return file;
}
